"""Folders as trees of blobs: checkpoints and harness versions go in and come out byte for byte."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from pathlib import Path

from planloop.contract.version import FileTree
from planloop.store.blobs import PIECE, Blobs
from planloop.store.errors import ConflictError, StoreError


def snapshot(blobs: Blobs, folder: Path, *, ignore: tuple[str, ...] = (".git",)) -> FileTree:
    """Store every file under `folder`; names in `ignore` (files or folders, at any depth) are left out.

    Raises `StoreError` if the folder does not exist or holds a symbolic link: a link has no content of its own.
    """
    if not folder.is_dir():
        raise StoreError(f"{folder} is not a folder: give the folder whose files are to be kept")
    files: dict[str, str] = {}
    for path in sorted(folder.rglob("*")):
        relative = path.relative_to(folder)
        if any(part in ignore for part in relative.parts):
            continue
        if path.is_symlink():
            raise StoreError(f"{path} is a symbolic link: replace it by the file it points to")
        if path.is_file():
            files[relative.as_posix()] = blobs.put_file(path)
    return FileTree(files=files)


def put_tree(blobs: Blobs, files: dict[str, bytes]) -> FileTree:
    """Store files given in memory (relative POSIX path -> bytes)."""
    addresses = blobs.put_many(files.values())
    return FileTree(files=dict(zip(files, addresses, strict=True)))


def materialise(blobs: Blobs, tree: FileTree, target: Path) -> Path:
    """Write `tree` to the folder `target`, which appears complete or not at all; returns `target`.

    A target that already holds exactly this tree is left alone; any other non-empty target raises `ConflictError`.
    """
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        if target.is_dir() and _same(tree, target):
            return target
        raise ConflictError(f"{target} exists with other content: choose an empty folder or remove it")
    target.parent.mkdir(parents=True, exist_ok=True)
    temp = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}."))
    try:
        for name, address in tree.files.items():
            path = temp / name
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("wb") as out:
                blobs.copy_to(address, out)
                out.flush()
                os.fsync(out.fileno())
        temp.chmod(0o755)
        if target.exists():
            target.rmdir()
        temp.rename(target)
    except BaseException:
        shutil.rmtree(temp, ignore_errors=True)
        raise
    return target


def _same(tree: FileTree, target: Path) -> bool:
    present = {p.relative_to(target).as_posix() for p in target.rglob("*") if p.is_file()}
    return present == set(tree.files) and all(_hash(target / name) == address for name, address in tree.files.items())


def _hash(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            digest.update(piece)
    return digest.hexdigest()
