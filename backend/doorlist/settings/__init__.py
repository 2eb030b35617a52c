"""The settings of the installation: its name, logo and colour, its currency, and how it writes dates and times."""
