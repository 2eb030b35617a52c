"""`make dist`: a wheel with the screens in it, which needs Python alone.

`python tools/wheel.py FOLDER` writes it there. The screens have to be built. No network is needed, because setuptools
is in this environment.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BACKEND, SCREENS = ROOT / "backend", ROOT / "frontend" / "dist"


def main() -> int:
    """Build it; 0 when it is there."""
    target = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "dist").resolve()
    if not (SCREENS / "index.html").is_file():
        print("The screens are not built yet. Run: make build")
        return 1
    # Aside: the checkout never has a second copy of the screens, nor what a build leaves behind.
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder)
        shutil.copy(BACKEND / "pyproject.toml", source)
        shutil.copytree(BACKEND / "doorlist", source / "doorlist", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(SCREENS, source / "doorlist" / "screens")
        options = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--disable-pip-version-check"]
        done = subprocess.run(  # noqa: S603 - this very interpreter
            [sys.executable, "-m", "pip", "wheel", *options, "--wheel-dir", target, source], check=False
        )
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
