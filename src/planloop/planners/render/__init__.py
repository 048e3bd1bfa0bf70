"""Messages and tools to token ids and back. Append-only: rendering [a, b] then [c] gives the ids of [a, b, c]."""

from planloop.planners.render.compact import Compact
from planloop.planners.render.dialect import Dialect, Marker, Piece
from planloop.planners.render.hermes import Hermes
from planloop.planners.render.renderer import Renderer, Tokenizer
from planloop.planners.render.signature import signature

__all__ = ["Compact", "Dialect", "Hermes", "Marker", "Piece", "Renderer", "Tokenizer", "signature"]
