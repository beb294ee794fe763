# ---
# jupyter:
#   jupytext:
#     cell_metadata_filter: tags,-all
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # 00 · Start here
#
# Which retrieval method fits which data and which query? This workbook lets you find out: you predict, run, see the
# number, and explain it. At the end of this first lesson you
#
# - have searched Fernhollow's documents, and know that your set-up works;
# - have met a question that no search can answer;
# - have written down, for eight kinds of question, which strategy you would use;
# - know eight strategies, and where each of them breaks.
#
# About 25 minutes, no exercise yet. Nothing here needs a key, a graphics card or the network.
#
# Run a cell with Shift and Enter. Start with the one below.

# %%
import pandas as pd

from lab_utils.collections import load
from lab_utils.collections.load import DATA
from lab_utils.search.cache import Cache
from lab_utils.search.strategies import Parts
from lab_utils.show.tables import table

collection = load(DATA)
parts = Parts(collection, cache=Cache(DATA / "cache"))
by_query = {query.id: query for query in collection.queries}


def top(retriever, query, k=3):
    rows = [(hit.rank, hit.id, collection.by_id[hit.id].text[:110]) for hit in retriever.search(query, k)]
    return table(pd.DataFrame(rows, columns=["rank", "passage", "begins"]), f"{retriever.name}: {query.text}")


top(parts.dense, by_query["q-con-102"])

# %% [markdown]
# ## 1 · Your first search
#
# That was one. A customer asks whether *it* may live in the shed over winter. Dense search compared the meaning of
# the question with that of every passage, and the page on cold garages came first. That page holds none of the words
# *shed*, *winter* and *freezing*. (The next two are about a *change freeze* at year's end. Meaning has its own
# misunderstandings.)
#
# The same question to a keyword search, which looks for the words themselves:

# %%
top(parts.keyword, by_query["q-con-102"])

# %% [markdown]
# No garage. There is a *winter*, the one in which the shop stands still, and there are passages with *live*, *out*
# and *close* in them. Keyword search takes people at their word.
#
# Is it a bad method, then? Another customer, another question:

# %%
top(parts.keyword, by_query["q-ide-047"])

# %%
top(parts.dense, by_query["q-ide-047"])

# %% [markdown]
# Keyword search has the product sheet first. To dense search, product codes look much alike: it returns passages about
# prices and about other products, none of them about this one.
#
# ## 2 · A question that no search can answer

# %%
top(parts.dense, by_query["q-agg-009"])

# %% [markdown]
# *gmv* is the gross merchandise value: what was ordered, before anything is given back. These passages are *about* that
# figure and about quarters. None of them contains the sum of last quarter, because
# nobody wrote it down. It has to be computed, over the rows of a table. The same question to a database tool:

# %%
from lab_utils.collections.database import beside
from lab_utils.search.routed import answer_aggregate
from lab_utils.search.sql import ReadOnlyDatabase

database = ReadOnlyDatabase(beside(DATA))
answer = answer_aggregate(by_query["q-agg-009"], database)
for step in answer.steps:
    print(step)
table(pd.DataFrame(answer.table.rows, columns=list(answer.table.columns)), "From the database", digits=2)

# %% [markdown]
# Three questions, two searches. Where did the first passage stand that really answers?

# %%
from lab_utils.show.figures import first_ranks

three = [by_query[each] for each in ("q-con-102", "q-ide-047", "q-agg-009")]
first_ranks(collection, three, [parts.keyword, parts.dense])

# %% [markdown]
# Each search has a question that it answers in first place and the other one does not. Ninth is not far, but who reads
# nine passages? And for the third question there is no place at all, for either.
#
# This is the one idea of the workbook: **match the method to the shape of the answer.** Ask not "which search is
# best?" but "what does the answer look like?" A passage that means the same. A row that holds one exact token. A
# number over many rows. Something that can only be looked up after something else was. Each wants another method.
# That a method is popular is no evidence.
#
# ## 3 · Is everything there?
#
# If a line says *no*, run what stands beside it in a terminal, then run this cell again.

# %% tags=["nbval-ignore-output"]
from lab_utils.classroom.doctor import examine

table(
    pd.DataFrame(
        [(check.name, check.ok, "" if check.ok else check.mend) for check in examine()],
        columns=["what", "in order", "mend it with"],
    )
)

# %% [markdown]
# ## 4 · The world you will search
#
# **Fernhollow** sells boxes that keep a family's or a firm's files in step and backed up, runs a web shop for them,
# and a cloud behind it. It does not exist. Its documents, tables, logs and code agree with one another, and its
# *today* is always Monday 17 November 2025, so "last quarter" means July to September 2025.

# %%
documents = pd.DataFrame(
    [(document.id.partition("#")[0], document.metadata["kind"]) for document in collection.documents],
    columns=["document", "kind"],
)
kinds = documents.groupby("kind").agg(documents=("document", "nunique"), passages=("document", "size"))
table(kinds, "What there is to read")

# %%
from lab_utils.collections.database import row_counts

table(
    pd.Series(row_counts(beside(DATA)), name="rows").rename_axis("table").to_frame(),
    "What there is to compute with",
)

# %% [markdown]
# And a workspace of logs and code, for questions such as *what were the first errors on that day*.
#
# Here is one passage in full. What every method searches, and returns, is such passages.

# %%
print(collection.by_id["help-box-cold-garage#top"].text)

# %% [markdown]
# ### Why the pieces are the same for all
#
# A long document is cut into passages before it is indexed, here at its headings. How to cut is a question of its
# own, with a large effect. That is why it is asked *once* here and then left alone: every method searches the very
# same passages. If one method had longer passages than another, you could not tell whether the method or the cutting
# had won.
#
# It matters for one method in particular. The dense model reads 256 word pieces of a passage and never sees the rest.

# %%
from tokenizers import Tokenizer

from lab_utils.search.models import DENSE, model_folder

tokenizer = Tokenizer.from_file(str(model_folder(DENSE) / "tokenizer.json"))
tokenizer.no_truncation()
tokenizer.no_padding()
pieces = tokenizer.encode_batch([document.text for document in collection.documents])
lengths = pd.Series([len(each.ids) for each in pieces])

# %%
print(f"{len(lengths)} passages, median {lengths.median():.0f} word pieces, longest {lengths.max()}")
print(f"{(lengths > 256).sum()} are longer than 256: their ends are invisible to dense search")
whole = lengths.groupby(documents["document"]).sum()
print(f"uncut, it would be {(whole > 256).sum()} of {len(whole)} documents")

# %% [markdown]
# Cut at its headings, little of this collection is hidden from dense search. Uncut, dense search would lose for a
# reason that has nothing to do with meaning.
#
# ## 5 · Predict
#
# Before you read on, commit yourself. For each kind of question, which strategy would you put first? In a few words each:
# *keyword* looks for the words, *dense* for the meaning, *hybrid* merges both lists, a *reranker* is a slower model that
# reorders what was found. *Database tools* count and add up over tables. *Rewriting* asks another question first. An
# *agent* searches, reads, and searches again. *Filter by rights* leaves out what this person may not see.
#
# There is no mark for this. Choose, and press *Keep it*; where no buttons are shown, a line of code stands there that
# does the same. Your answers are kept. Look at them again, with `predictions()`, when you write your own decision
# matrix in lesson 05.

# %% tags=["nbval-ignore-output"]
from lab_utils.exercises import predict, predictions, progress, reset
from lab_utils.exercises.forms import ask

SEARCHES = ("keyword", "dense", "hybrid of both", "hybrid + reranker")
OTHERS = (
    "database tools",
    "rewrite the question first",
    "an agent that searches repeatedly",
    "filter by rights first",
)
STRATEGIES = SEARCHES + OTHERS
ask(
    "00-concept",
    "Concept: how do i stop my oldest from hogging the entire thing with his game clips",
    STRATEGIES,
)

# %% tags=["nbval-ignore-output"]
ask("00-identifier", "Identifier: price of SKU-77182", STRATEGIES)

# %% tags=["nbval-ignore-output"]
ask("00-aggregate", "Aggregate: whats the gmv for europe last quarter", STRATEGIES)

# %% tags=["nbval-ignore-output"]
ask(
    "00-multi-hop",
    "Multi-hop: ERR_4471 at a big customer, which extension do i ring for the team behind it",
    STRATEGIES,
)

# %% tags=["nbval-ignore-output"]
ask("00-follow-up", "Follow-up: and for contractors?", STRATEGIES)

# %% tags=["nbval-ignore-output"]
ask(
    "00-exploratory",
    "Exploratory: first errors of auth and of the gateway on the day of INC-2038",
    STRATEGIES,
)

# %% tags=["nbval-ignore-output"]
ask("00-restricted", "Restricted: what do we pay you a month and until when is that price fixed", STRATEGIES)

# %% tags=["nbval-ignore-output"]
ask(
    "00-no-answer",
    "No answer: do you have SKU-77283 in stock (no document says so): which strategy notices?",
    (*STRATEGIES, "none of them"),
)

# %% [markdown]
# ## 6 · Eight strategies, and where each breaks
#
# | strategy | good at | breaks on |
# | --- | --- | --- |
# | **Dense** (embeddings) | the same meaning in other words | codes and rare tokens; sometimes *not* and numbers. Always returns something |
# | **Keyword** (BM25) | exact terms: codes, names, part numbers | another word for the same thing |
# | **Hybrid** (both, fused by rank) | a mix of the two kinds of question | one list that is much better than the other; two indexes to run |
# | **Reranking** | the order of what was found | what was not found: it adds nothing. One model call for each candidate |
# | **Metadata filter** | tenant, date, kind, rights | wrong metadata, which hides the answer without a word |
# | **SQL and query tools** | totals, counts, top five | wrong or unsafe queries; the tables' meaning must be known |
# | **Rewriting, decomposition** | follow-ups, questions in two parts | the rewrite may ask something else; one more call |
# | **Agentic search** | look-ups that depend on one another, logs and code | turns, tokens, time; only as good as its search tools |
#
# You have just seen the first two rows break, on the SKU and on *shed*, and why the sixth strategy exists.
#
# They are also layers. In Anthropic's published experiments with *contextual retrieval*, the share of questions whose
# passage was missing from the top 20 fell from 5.7 % (embeddings with the usual passages) to 3.7 % (passages that say
# what document they are from), 2.9 % (and BM25 beside it) and 1.9 % (and a reranker over 150 candidates). These are
# their documents and their digits. What carries over is that each stage mends another failure and adds its own cost.
# Lesson 04 climbs the same ladder on Fernhollow.
#
# ## 7 · Which data, which question
#
# | data and question | fits | because |
# | --- | --- | --- |
# | prose, asked about in the asker's own words | dense; a reranker where the order is poor | meaning counts, wording does not |
# | prose, asked about by code, number or name | hybrid | keyword has the exact token, dense the rest of the question |
# | tables; how many, total, top five | SQL through tools with parameters | similarity cannot count |
# | code and logs that change by the hour; exploring | an agent with grep-like tools | an index is old when it is read; one line leads to another |
# | several documents, each leading to another | decomposition, or an agent | the second question is unknown before the first answer |
# | chat: *and for contractors?* | rewrite with what was said before | the words alone hold nothing to search for |
# | many tenants, or rights | a filter before the search, always | what must not be seen must not be retrieved |
#
# This table is what people say. Do not believe it yet. The second row, for example, will not come out quite like that
# on Fernhollow's data, and lesson 03 shows why. At the end of lesson 05 your own measurements make such a table.
#
# ## 8 · How to work with this
#
# Lessons 01 to 05 have exercises: you write the idea, the kit does the plumbing. All six take some seven hours, about
# three of them for the exercises.
#
# - A notebook forgets its names when its kernel restarts or when you open it again: *NameError*, *Error displaying
#   widget*, or a button that does nothing. Choose *Run All Cells* in the *Run* menu, or *Run All Above Selected Cell*. What you wrote stays.
# - `name = check("exercise-id", name)` judges your function and says what came out wrong. Nothing is lost by a wrong
#   answer. Until yours passes, the lesson goes on with the reference, so *Run All* always works.
# - Under each exercise is a button for its hints: a question first, then the step, then pseudo-code. Where no buttons are
#   shown, `hint("exercise-id")` does the same.
# - `reference("exercise-id")` shows a solution once you have passed, and before that with `anyway=True`.
# - `progress()` shows how far you are, also after a restart. Points say what an exercise is worth; hints cost none.
#   `reset("exercise-id")` forgets what is kept of one exercise; your notebook stays as it is.

# %% tags=["nbval-ignore-output"]
progress()

# %% [markdown]
# And your predictions. The outcomes come in the lessons; an answer that you change is kept beside the first one.

# %% tags=["nbval-ignore-output"]
predictions()

# %% [markdown]
# ## Exam trap
#
# Each lesson ends with one: an answer that sounds right, and that an exam or a colleague in a review may well offer you.
#
# > *Vector search understands meaning, so let us use it for everything.*
#
# It understands what a text is about. It did not know one product code from another, and it answered a question for a
# sum with three passages on how that sum is defined and checked. Neither came with a warning: a dense search always
# returns something, and the wrong list looks like the right one.
#
# ## Recap
#
# - Ask what the answer looks like, then choose the method.
# - Every strategy breaks somewhere. Knowing where is most of the craft.
# - All methods here search the same passages, so that differences belong to the methods.
#
# Next: **01 · A test set that deserves trust**, since "which is better" needs something to be measured with.
