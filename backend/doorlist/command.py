"""The entry point of the command `doorlist`."""

import gc


def main() -> None:
    """Run the command. Its modules are loaded without garbage collection, which took a fifth of the start."""
    gc.disable()
    from doorlist.cli import app  # noqa: PLC0415 - so that the collector rests while it loads

    # Loaded modules live as long as the process, so the collector can ignore them.
    gc.freeze()
    gc.enable()
    app()
