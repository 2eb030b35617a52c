"""An evening: name, date, time, price."""
