"""The seal: what is compared but never kept becomes a keyed fingerprint under the path where it stood."""

from pipeline.seal.caps import MAX_DEPTH, Budget, Cap, CapExceededError
from pipeline.seal.exact_json import decode_json
from pipeline.seal.keys import Keyring, Purpose, Seal
from pipeline.seal.leaves import Rows, iter_leaves, open_text, seal_leaves
from pipeline.seal.paths import KEY_ITSELF, bindings, is_field_name, normalise_path
from pipeline.seal.spans import user_spans
from pipeline.seal.weak import WEAK_RULES, WeakRule

__all__ = [
    "KEY_ITSELF",
    "MAX_DEPTH",
    "WEAK_RULES",
    "Budget",
    "Cap",
    "CapExceededError",
    "Keyring",
    "Purpose",
    "Rows",
    "Seal",
    "WeakRule",
    "bindings",
    "decode_json",
    "is_field_name",
    "iter_leaves",
    "normalise_path",
    "open_text",
    "seal_leaves",
    "user_spans",
]
