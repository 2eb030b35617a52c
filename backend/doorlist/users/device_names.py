"""A browser in plain words, 'Chrome on Android', by simple rules on what it says of itself."""

# The first that is found counts: most browsers name others besides themselves.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Safari/", "Safari"),
    ("curl/", "curl"),
    ("python", "A script"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "Chromebook"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


def device_name(user_agent: str) -> str | None:
    """'Chrome on Android'; None where the text says nothing known."""
    browser = _first(_BROWSERS, user_agent)
    system = _first(_SYSTEMS, user_agent)
    if browser and system:
        return f"{browser} on {system}"
    return browser or system


def _first(names: tuple[tuple[str, str], ...], user_agent: str) -> str | None:
    return next((name for mark, name in names if mark.lower() in user_agent.lower()), None)
