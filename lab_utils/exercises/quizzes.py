"""The questions at the end of the lessons, by id. They stand here and not in the lesson, where the code would give the answer away."""

from __future__ import annotations

from lab_utils.errors import BakeoffError
from lab_utils.show.questions import Option, Question

_QUESTIONS = (
    Question(
        "03-quiz",
        "Nine in ten questions of your log are part numbers, and keyword search finds them. The team wants a hybrid, to be safe. What do you do first?",
        (
            Option(
                "Add the dense index and fuse with k = 60, the value of the paper",
                False,
                "k = 60 flattens the front of the lists. On our identifiers it fell far behind keyword search.",
            ),
            Option(
                "Measure both on a labelled sample of your own log, by pattern",
                True,
                "It places you on the axis of the last figure. Then you know what the second index would buy, and for whom.",
            ),
            Option(
                "Multiply the cosine until both scores have the same size, and add",
                False,
                "The size of a keyword score depends on the question and on the index. The factor fits today's average.",
            ),
            Option(
                "Take a larger embedding model, so that part numbers are found by meaning",
                False,
                "A part number has no meaning to embed. Its neighbours differ by a digit.",
            ),
        ),
    ),
    Question(
        "04-quiz",
        "For one pattern, each question with one gold, recall@50 is 0.75, precision@5 is 0.14 and its ceiling 0.15. What do you work on?",
        (
            Option(
                "The reranker: 0.14 is a poor precision",
                False,
                "It is nearly at its ceiling. With one gold, precision@5 cannot pass 0.2 however good the order.",
            ),
            Option(
                "Candidate recall: another retriever, other passages, or a rewritten question",
                True,
                "A quarter of the golds never reach the reranker. No order can bring them back.",
            ),
            Option(
                "A depth of 500 candidates",
                False,
                "Perhaps a few golds more, at ten times the wait for every question. Sweep it before you pay.",
            ),
            Option(
                "Nothing: precision is at its ceiling, so the search is as good as it gets",
                False,
                "The ceiling itself is low, because the first stage loses too much. Ceilings can be raised.",
            ),
        ),
    ),
    Question(
        "05-quiz",
        "The board asks for the top 10 customers of each region, every month. An assistant searches embedded order rows, and its lists change from run to run.",
        (
            Option(
                "Retrieve 500 rows instead of 50, so that the model sees more of the table",
                False,
                "The total grows with the rows that are shown. It meets the right one only by crossing it.",
            ),
            Option(
                "Add a reranker, so that the best rows come first",
                False,
                "It reorders the rows that were found. No order of some rows is a sum over all.",
            ),
            Option(
                "Give the assistant a tool top_customers(region, month, n) on a read-only credential",
                True,
                "The database counts and ranks every row. Named parameters, a row limit, entitlement and a log come with it.",
            ),
            Option(
                "Let the assistant write SQL on the production credential, and review the statements weekly",
                False,
                "The harm is done at once and the review comes on Friday. And a statement that passes review can still be wrong.",
            ),
        ),
    ),
)
QUIZZES = {question.id: question for question in _QUESTIONS}


def question_of(quiz_id: str) -> Question:
    """The question with this id. BakeoffError when there is none, with the ids there are."""
    if quiz_id not in QUIZZES:
        raise BakeoffError(f"there is no quiz {quiz_id!r}. Choose among: {', '.join(QUIZZES)}.")
    return QUIZZES[quiz_id]
