"""Validates JSON documents of exhume against its schemas. usage: schema.py [--all] EXHUME FOLDER

With --all there must be one of each kind. Of documents with the same keys and types one is looked at: values
differ, their kinds do not.
"""
import json
import pathlib
import subprocess
import sys

import jsonschema

MOST_SHOWN = 5
MOST_LOOKED_AT = 12  # for the shape
MOST_ITEMS = 200  # items of a list that is cut: lists of fixed lengths are shorter


def run(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def shape(value):
    """The keys and types of a value; of a long list the first items."""
    if isinstance(value, dict):
        return tuple((key, shape(item)) for key, item in value.items())
    if isinstance(value, list):
        return tuple(sorted({hash(shape(item)) for item in value[:MOST_LOOKED_AT]}))
    return type(value).__name__


def cut(value):
    """The value with no more of its lists than the first and last items."""
    if isinstance(value, dict):
        return {key: cut(item) for key, item in value.items()}
    if isinstance(value, list):
        few = value if len(value) <= MOST_ITEMS else value[: MOST_ITEMS // 2] + value[-MOST_ITEMS // 2 :]
        return [cut(item) for item in few]
    return value


def load(path):
    try:
        document = json.loads(path.read_bytes())
    except ValueError:
        return None
    return document if isinstance(document, dict) and "exhume" in document else None


def main(exhume, folder, all_kinds):
    kinds = [line.split("\t")[0] for line in run(exhume, "help", "--schema").splitlines()]
    validators, seen, counts, bad = {}, set(), {}, 0
    for kind in kinds:
        schema = json.loads(run(exhume, "help", "--schema", kind))
        jsonschema.Draft202012Validator.check_schema(schema)
        validators[kind] = jsonschema.Draft202012Validator(schema)
    for path in sorted(pathlib.Path(folder).iterdir()):
        document = load(path)
        if document is None:
            continue
        kind = document.get("format")
        counts[kind] = counts.get(kind, 0) + 1
        key = (kind, hash(shape(document)))
        if key in seen:
            continue
        seen.add(key)
        if kind not in validators:
            print(f"no schema for documents of {kind}")
            bad += 1
            continue
        errors = list(zip(range(MOST_SHOWN), validators[kind].iter_errors(cut(document))))
        for _, error in errors:
            where = "/".join(map(str, error.absolute_path))
            print(f"{kind}: {where}: {error.message[:200]}")
        bad += bool(errors)
    missing = [kind for kind in kinds if kind not in counts] if all_kinds else []
    for kind in missing:
        print(f"no document of {kind} was made")
    print(f"{sum(counts.values())} documents of {len(counts)} kinds, {len(seen)} of them different; {bad} do not fit")
    return 1 if bad or missing or not counts else 0


if __name__ == "__main__":
    words = sys.argv[1:]
    every = "--all" in words
    sys.exit(main(*[word for word in words if word != "--all"], every))
