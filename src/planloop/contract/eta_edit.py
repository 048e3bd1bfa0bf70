"""EtaEdit: one typed change to a text file of eta, exact enough to be applied, refused or undone."""

from __future__ import annotations

from pydantic import JsonValue, field_validator, model_validator

from planloop.contract.record import Record


class EtaEdit(Record):
    """`file` is a relative POSIX path inside eta.

    With `key` (dotted, in a YAML file) `before` and `after` are the values of that key. Without, they are whole lines
    of prose. None means absent: before None adds, after None removes.
    """

    file: str
    key: str | None = None
    before: JsonValue = None
    after: JsonValue = None

    @field_validator("file")
    @classmethod
    def _inside(cls, file: str) -> str:
        if not file or "\\" in file or any(part in ("", ".", "..") for part in file.split("/")):
            raise ValueError(f"file {file!r} of an edit must be a relative path with / and without . or ..")
        return file

    @model_validator(mode="after")
    def _one_line(self) -> EtaEdit:
        if self.before == self.after:
            raise ValueError(f"edit of {self.place} changes nothing")
        if self.key is None:
            for text in (self.before, self.after):
                if text is not None and (not isinstance(text, str) or "\n" in text or not text.strip()):
                    raise ValueError(f"edit of {self.file}: prose is edited by whole lines of text")
        return self

    @property
    def place(self) -> str:
        """What is edited, for messages."""
        return self.file if self.key is None else f"{self.file}: {self.key}"
