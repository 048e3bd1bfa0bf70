"""Blobs and trees: content in, the same content out, damage noticed."""

from __future__ import annotations

import hashlib
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from planloop.contract.version import Checkpoint, FileTree, HarnessVersion
from planloop.store.blobs import Blobs
from planloop.store.errors import BlobError, ConflictError, StoreError
from planloop.store.store import Store


@settings(max_examples=12, deadline=None)
@given(items=st.lists(st.binary(max_size=2000), max_size=6))
def test_blobs_are_addressed_by_their_content(items: list[bytes]) -> None:
    with TemporaryDirectory() as folder:
        blobs = Blobs(Path(folder))
        addresses = blobs.put_many(items)
        assert addresses == [hashlib.sha256(item).hexdigest() for item in items]
        assert [blobs.get(address) for address in addresses] == items
        assert blobs.addresses() == sorted(set(addresses))
        assert blobs.put_many(items) == addresses
        assert list((Path(folder) / "blobs" / "incoming").glob("*")) == []


def test_a_damaged_or_missing_blob_is_named(tmp_path: Path) -> None:
    blobs = Blobs(tmp_path)
    address = blobs.put(b"x" * 1000)
    path = blobs.path(address)
    whole = path.read_bytes()
    for broken in (whole[:-3], whole[:6] + b"\x00" + whole[7:], b"", b"junk"):
        path.write_bytes(broken)
        with pytest.raises(BlobError, match="damaged"):
            blobs.get(address)
        with pytest.raises(BlobError, match="damaged"), (tmp_path / "out").open("wb") as out:
            blobs.copy_to(address, out)
    path.unlink()
    with pytest.raises(BlobError, match="missing"):
        blobs.get(address)


def test_a_folder_comes_out_as_it_went_in(tmp_path: Path) -> None:
    source = tmp_path / "eta"
    (source / "skills" / "alarm").mkdir(parents=True)
    (source / ".git").mkdir()
    (source / ".git" / "HEAD").write_text("ref")
    (source / "instructions.md").write_text("Plan.\n")
    (source / "skills" / "alarm" / "SKILL.md").write_bytes(b"\x00" * (3 << 20))
    with Store.open(tmp_path / "store") as store:
        version = HarnessVersion(tree=store.snapshot(source))
        key = store.add(version)
        assert sorted(version.tree.files) == ["instructions.md", "skills/alarm/SKILL.md"]
        target = store.materialise(key, tmp_path / "out")
        assert (target / "skills" / "alarm" / "SKILL.md").read_bytes() == b"\x00" * (3 << 20)
        assert HarnessVersion(tree=store.snapshot(target)).id == key
        store.materialise(key, target)
        (target / "instructions.md").write_text("other")
        with pytest.raises(ConflictError, match="other content"):
            store.materialise(key, target)
        (source / "link").symlink_to(source / "instructions.md")
        with pytest.raises(StoreError, match="symbolic link"):
            store.snapshot(source)


def test_a_version_whose_files_are_not_held_is_refused(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store, pytest.raises(BlobError, match=r"weights\.bin"):
        store.add(Checkpoint(tree=FileTree(files={"weights.bin": "a" * 64})))


@pytest.mark.parametrize("path", ["/etc/x", "../x", "a/../b", "a//b", "", "./a", "a\\b"])
def test_a_tree_cannot_reach_outside_its_folder(path: str) -> None:
    with pytest.raises(ValidationError):
        FileTree(files={path: "a" * 64})


def test_what_a_killed_writer_left_is_swept(tmp_path: Path) -> None:
    incoming = tmp_path / "blobs" / "incoming"
    incoming.mkdir(parents=True)
    (incoming / "half").write_bytes(b"x")
    with Store.open(tmp_path):
        assert list(incoming.iterdir()) == []
