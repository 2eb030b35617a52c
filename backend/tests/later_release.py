"""A release after this one: the same code with one migration more, which gives each attendee a hall."""

import shutil
from pathlib import Path

import pytest

import doorlist
from doorlist.core.db import migrations
from doorlist.core.db.migrations import SCRIPTS, latest_revision

REVISION = "later"
# In many statements, so that a kill has many places to come.
MIGRATION = """
import sqlalchemy as sa
from alembic import op

revision = "later"
down_revision = "{latest}"


def upgrade():
    op.add_column("attendees", sa.Column("hall", sa.String(20)))
    connection = op.get_bind()
    last = connection.scalar(sa.text("SELECT max(id) FROM attendees")) or 0
    for start in range(0, last, 50):
        connection.execute(
            sa.text("UPDATE attendees SET hall = 'Hall ' || table_number WHERE id > :start AND id <= :start + 50"),
            {{"start": start}},
        )
    op.create_index("ix_attendees_hall", "attendees", ["hall"])
"""


@pytest.fixture
def later_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on this process has its migrations."""
    scripts = tmp_path / "later" / "migrations"
    shutil.copytree(SCRIPTS, scripts)
    _add_migration(scripts)
    monkeypatch.setattr(migrations, "SCRIPTS", scripts)
    monkeypatch.setattr(migrations, "_revisions", migrations._revisions.__wrapped__)


def code_of_later_release(folder: Path) -> Path:
    """All of its code, for server processes: a folder to be put first in PYTHONPATH."""
    package = folder / "doorlist"
    shutil.copytree(Path(doorlist.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    _add_migration(package / "migrations")
    return folder


def _add_migration(scripts: Path) -> None:
    (scripts / "versions" / "later.py").write_text(MIGRATION.format(latest=latest_revision()), "utf-8")
