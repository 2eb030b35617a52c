"""The door: admission online and offline, the access of devices, conflicts and figures."""
