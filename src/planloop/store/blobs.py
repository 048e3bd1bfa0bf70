"""Blobs: bytes addressed by their SHA-256, compressed with zstd, written whole or not at all."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import BinaryIO

import zstandard

from planloop.store.errors import BlobError

BLOB_FOLDER = "blobs"
TEMP_FOLDER = "incoming"
LEVEL = 3
PIECE = 1 << 20
SYNC_THREADS = 8


class Blobs:
    """Files `<root>/blobs/ab/cdef...`: the name is the hash of the uncompressed bytes.

    A blob is compressed into `<root>/blobs/incoming`, flushed to the disk and renamed, so a file under its final name
    is always complete; what a killed process leaves in `incoming` is removed by the next writer (`sweep`).
    """

    def __init__(self, root: Path) -> None:
        """`root` is the store's folder; nothing is created until the first write."""
        self.folder = root / BLOB_FOLDER

    def path(self, address: str) -> Path:
        """Where the blob of this hash lies, whether it exists or not."""
        return self.folder / address[:2] / address[2:]

    def has(self, address: str) -> bool:
        """Whether the blob is held."""
        return self.path(address).exists()

    def put(self, data: bytes) -> str:
        """Store `data`; returns its address. Storing the same bytes again costs nothing."""
        return self.put_many([data])[0]

    def put_many(self, items: Iterable[bytes]) -> list[str]:
        """Store several blobs, with their disk flushes overlapped; all are durable when it returns."""
        compressor = zstandard.ZstdCompressor(level=LEVEL)
        addresses: list[str] = []
        waiting: dict[str, Path] = {}
        for data in items:
            address = hashlib.sha256(data).hexdigest()
            addresses.append(address)
            if address not in waiting and not self.has(address):
                waiting[address] = self._temp(compressor.compress(data))
        self._publish(waiting)
        return addresses

    def put_file(self, source: Path) -> str:
        """Store a file of any size in constant memory; returns its address."""
        self._incoming().mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=self._incoming())
        digest = hashlib.sha256()
        with os.fdopen(handle, "wb") as out, source.open("rb") as file:
            compressor = zstandard.ZstdCompressor(level=LEVEL)
            with compressor.stream_writer(out, closefd=False) as writer:
                while piece := file.read(PIECE):
                    digest.update(piece)
                    writer.write(piece)
        address = digest.hexdigest()
        if self.has(address):
            Path(name).unlink()
        else:
            self._publish({address: Path(name)})
        return address

    def get(self, address: str) -> bytes:
        """The bytes of a blob, checked against its address. Raises `BlobError` if it is missing or damaged."""
        path = self.path(address)
        try:
            with path.open("rb") as file, zstandard.ZstdDecompressor().stream_reader(file) as reader:
                data: bytes = reader.read()
        except FileNotFoundError:
            raise BlobError(f"blob {address} is missing at {path}: restore the store's folder from a copy") from None
        except zstandard.ZstdError as error:
            raise _damaged(address, path) from error
        if hashlib.sha256(data).hexdigest() != address:
            raise _damaged(address, path)
        return data

    def copy_to(self, address: str, out: BinaryIO) -> None:
        """Write a blob to an open file in constant memory. Raises `BlobError` as `get` does."""
        path = self.path(address)
        digest = hashlib.sha256()
        try:
            with path.open("rb") as file, zstandard.ZstdDecompressor().stream_reader(file) as reader:
                while piece := reader.read(PIECE):
                    digest.update(piece)
                    out.write(piece)
        except FileNotFoundError:
            raise BlobError(f"blob {address} is missing at {path}: restore the store's folder from a copy") from None
        except zstandard.ZstdError as error:
            raise _damaged(address, path) from error
        if digest.hexdigest() != address:
            raise _damaged(address, path)

    def addresses(self) -> list[str]:
        """Every address held, sorted."""
        return sorted(p.parent.name + p.name for p in self.folder.glob("??/*"))

    def sweep(self) -> int:
        """Remove what killed writers left half written; only the holder of the writer lock may. Returns the count."""
        left = list(self._incoming().glob("*"))
        for path in left:
            path.unlink(missing_ok=True)
        return len(left)

    def _incoming(self) -> Path:
        return self.folder / TEMP_FOLDER

    def _temp(self, data: bytes) -> Path:
        self._incoming().mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=self._incoming())
        with os.fdopen(handle, "wb") as out:
            out.write(data)
        return Path(name)

    def _publish(self, waiting: dict[str, Path]) -> None:
        if not waiting:
            return
        if len(waiting) == 1:
            for path in waiting.values():
                _sync(path)
        else:
            with ThreadPoolExecutor(SYNC_THREADS) as pool:
                list(pool.map(_sync, waiting.values()))
        folders: set[Path] = set()
        for address, temp in waiting.items():
            final = self.path(address)
            if final.parent not in folders and not final.parent.exists():
                final.parent.mkdir(parents=True, exist_ok=True)
                folders.add(self.folder)
            temp.replace(final)
            folders.add(final.parent)
        for folder in folders:
            _sync(folder)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _damaged(address: str, path: Path) -> BlobError:
    return BlobError(f"blob {address} at {path} is damaged: delete the file and append its record again")
