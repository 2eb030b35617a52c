"""The commands of docs/api.md, run against a real server."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from doorlist.core.config import REPOSITORY
from tests.cast import OLIVE
from tests.databases import SqliteDatabases
from tests.server.process import environment, serving

pytestmark = pytest.mark.server

GUIDE = (REPOSITORY / "docs" / "api.md").read_text("utf-8")
COMMANDS = re.findall(r"^```sh\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)

GENERATOR = shutil.which("openapi-python-client")


@pytest.mark.skipif(not (shutil.which("curl") and shutil.which("bash")), reason="The guide needs curl and bash.")
def test_leads_from_a_sign_in_to_a_check_in_and_out_again(
    sqlite_databases: SqliteDatabases, tmp_path: Path
) -> None:  # 10.openapi.232
    place = tmp_path / "program"
    place.mkdir()
    with sqlite_databases.fresh(tmp_path / "data") as settings, serving(settings) as server:
        said = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", "\n".join(COMMANDS)],
            cwd=place,
            env={
                **environment(settings),
                "DOORLIST": f"http://127.0.0.1:{server.port}",
                "NAME": OLIVE.username,
                "PASSWORD": OLIVE.password,
            },
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert said.returncode == 0, said.stdout + said.stderr
    assert len(COMMANDS) == len(re.findall(r"^## \d", GUIDE, re.MULTILINE))
    lines = [line.strip().lower() for line in said.stdout.splitlines() if line.strip()]
    assert OLIVE.full_name.lower() in lines[0]
    assert [line for line in lines if not line.startswith(("{", "["))] == [
        "check-in complete",
        "true",
        "x-total-count: 1",
        "1",
    ]
    assert "Amélie Laurent" in (place / "guests.csv").read_text("utf-8-sig")
    assert {file.name for file in place.iterdir()} == {"guests.csv", "guests.xlsx"}


@pytest.mark.soak
@pytest.mark.skipif(GENERATOR is None, reason="openapi-python-client is not installed: pipx install it to run this.")
def test_leads_a_generated_client_from_a_sign_in_to_a_check_in(
    sqlite_databases: SqliteDatabases, tmp_path: Path
) -> None:  # 10.openapi.233
    assert GENERATOR is not None
    place, program, config = tmp_path / "client", tmp_path / "program.py", tmp_path / "config.yaml"
    for file, language in ((program, "python"), (config, "yaml")):
        [block] = re.findall(rf"^```{language}\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)
        file.write_text(block, "utf-8")
    generate: list[str | Path] = [
        "generate",
        "--path",
        REPOSITORY / "openapi.json",
        "--config",
        config,
        "--output-path",
        place,
    ]
    generated = subprocess.run([GENERATOR, *generate], capture_output=True, text=True, timeout=120, check=True)
    assert "Cannot parse" not in generated.stdout
    # The generator's environment has the libraries of a client, too.
    python = Path(GENERATOR).read_text("utf-8").splitlines()[0].removeprefix("#!")
    with sqlite_databases.fresh(tmp_path / "data") as settings, serving(settings) as server:
        client = server.client()
        client.sign_in(OLIVE.username, OLIVE.password)
        assert client.ask("POST", "/api/events", {"name": "Spring Gala", "date": "2026-11-20"}).status == 201
        said = subprocess.run(
            [python, program],
            env={
                "PYTHONPATH": str(place),
                "DOORLIST": f"http://127.0.0.1:{server.port}",
                "NAME": OLIVE.username,
                "PASSWORD": OLIVE.password,
            },
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert said.stdout.splitlines() == ["1", "Check-in complete", "2"], said.stderr
