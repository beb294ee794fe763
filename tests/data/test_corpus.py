"""Documents against the fact base. Writers: python tests/data/test_corpus.py [kind-or-id-prefix ...]"""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))
import corpus_checks as checks


@pytest.fixture(scope="module")
def world():
    facts = checks.Facts()
    documents, faults = checks.load(facts)
    return facts, documents, faults


def report(faults):
    faults = list(faults)
    assert not faults, f"{len(faults)} faults\n" + "\n".join(map(str, faults))


def test_every_planned_document_exists_with_its_front_matter(world):
    facts, _, faults = world
    report([*checks.missing(facts), *faults])


@pytest.mark.parametrize("check", checks.SINGLE, ids=lambda check: check.__name__)
def test_each_document_agrees_with_the_facts(world, check):
    facts, documents, _ = world
    report(fault for document in documents for fault in check(document, facts))


def test_no_two_documents_share_a_run_of_twelve_words(world):
    report(checks.check_shared_runs(world[1]))


def test_counts_spread_restricted_and_planted(world):
    report(checks.check_whole(world[1]))


def main(prefixes):
    facts = checks.Facts()
    documents, faults = checks.load(facts, prefixes)
    chosen = {document.file for document in documents}
    faults += [fault for document in documents for check in checks.SINGLE for fault in check(document, facts)]
    everything = documents if not prefixes else checks.load(facts)[0]
    others = [d for d in everything if d.file not in chosen]
    faults += [f for f in checks.check_shared_runs(others + documents) if f.file in chosen]
    print("\n".join(map(str, faults)) or "no faults")
    print(f"{len(documents)} documents looked at, {len(faults)} faults")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
