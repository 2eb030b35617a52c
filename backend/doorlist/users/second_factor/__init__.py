"""The second factor: an authenticator app's code after the password, and codes for the day it is lost."""
