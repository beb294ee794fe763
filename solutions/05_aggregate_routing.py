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
# # 05 · Aggregate routing: a number over many rows
#
# "How many orders from Singapore in October?" No page of Fernhollow says it. The answer is a count over a table, and it
# changes with the next order. Search finds things that are written somewhere. This lesson is about what is not.
#
# When you are through, you can
#
# - show why rows that were found by similarity do not add up to a total, at any depth;
# - build a query tool that a model may be given: named parameters, its user's rows only, a limit, a line in the log;
# - attack such a tool, and say which guard stops what;
# - route a question by its words, and judge the route apart from the answer;
# - write a decision matrix out of measurements, and say what each row gives up.
#
# Time: about 90 minutes, 47 of them for three exercises. Stuck? Under each is a button for hints:
# the first asks you a question, each further one says more.

# %%
from lab_utils.collections.database import beside
from lab_utils.collections.load import DATA
from lab_utils.exercises import check, hint, predict, predictions, reference
from lab_utils.exercises.forms import ask, hints, quiz

path = beside(DATA)
AMOUNTS = ("fewer than 15", "15 to 30", "more than 30")
KINDS = ("concept", "identifier", "aggregate", "follow-up")

# %% [markdown]
# **Predict first.** Four questions. Choose, and press *Keep it*. Where no buttons are shown, a line of code stands there that does the same.

# %% tags=["nbval-ignore-output"]
ROWS = ("10", "100", "as many as belong to the answer", "no number of rows")
ask(
    "05-rows",
    "A model adds up, without a slip, the rows that look most like the question. How many must it be shown until its total is right?",
    ROWS,
)

# %% tags=["nbval-ignore-output"]
DEEDS = ("delete rows", "write to another file", "nothing but read")
ask(
    "05-read-only",
    "A database file is opened read-only. What can a hostile statement still do through that handle?",
    DEEDS,
)

# %% [markdown]
# For the third: forty-eight aggregate questions, written by someone who had not seen our rules, are put to tools that answer
# only what the rules understand word for word.

# %% tags=["nbval-ignore-output"]
ask("05-answered", "How many of the 48 get a number?", AMOUNTS)

# %% tags=["nbval-ignore-output"]
ask(
    "05-router",
    "You will write a router of four rules. Which kind of question will it send wrong most often?",
    KINDS,
)

# %% [markdown]
# ## 1 · Put the table into the index
#
# People do try this. Each order of October becomes a sentence, each sentence a vector, and the table can be searched like
# any text.

# %%
from lab_utils.search.rows_as_text import day_documents, order_documents

orders = {order.id: order for order in order_documents("2025-10-01", "2025-10-31", path)}
texts = [order.text for order in orders.values()]
print(f"{len(texts)} sentences. The first:", texts[0], sep="\n")

# %%
import pandas as pd

from lab_utils.search.cache import Cache
from lab_utils.search.dense import Dense
from lab_utils.search.encoder import Encoder
from lab_utils.search.keyword import Keyword
from lab_utils.show.tables import table

encoder = Encoder(cache=Cache(DATA / "cache"))
indexes = {"dense": Dense(list(orders), texts, encoder), "keyword": Keyword(list(orders), texts)}
question = "how many orders from singapore in october"

# %%
found = [(hit.rank, orders[hit.id].text, hit.score) for hit in indexes["dense"].search(question, 5)]
table(pd.DataFrame(found, columns=["rank", "row", "cosine"]), question)

# %% [markdown]
# Retrieval did its job. Five rows, and each is an order from Singapore in October. A model that is shown five rows can say
# "five". Look at the first one again: it was cancelled, and a cancelled order does not count. So even "five" is wrong.
#
# No row is *about* how many rows there are. The number is a property of the table, and a ranking shows you its top.

# %% [markdown]
# ## 2 · A perfect adder
#
# Now give the idea every chance. Ask for money instead of a count. Show the model not five rows but as many as you like, and
# let it add without a slip, which models do not always do. We need no model for that: `sum` is a perfect adder.
#
# First the right answer, from the table itself.

# %%
from lab_utils.search.sql import ReadOnlyDatabase

database = ReadOnlyDatabase(path)
sql = """SELECT count(*) AS orders, round(sum(total), 2) AS total FROM orders
WHERE region = 'SG' AND order_day BETWEEN '2025-10-01' AND '2025-10-31' AND status <> 'cancelled'"""
matching, truth = database.select(sql, user="you", tool="lesson-05").rows[0]
print(f"{matching} orders, {truth:,.2f} USD")

# %% [markdown]
# 171 orders. And this is what the adder reports, from the first rows of each ranking.

# %%
from lab_utils.show.shown_sums import exact_depths, shown_sums, shown_table

money = "what was revenue in singapore in october"
amounts = {
    name: [orders[hit.id].metadata["total"] for hit in index.search(money, len(orders))]
    for name, index in indexes.items()
}
table(
    shown_table(amounts, truth, (5, 10, 50, matching, 200, 826)),
    f"{money}: {truth:,.2f} USD are right",
    digits=2,
)

# %%
shown_sums(amounts, truth, "USD", matching)

# %% [markdown]
# Keep this figure. Each line climbs with every row that is shown, whatever was asked. It meets the right total once, by
# crossing it, and at no depth is it right to the cent.
#
# - At ten rows the adder reports one or two hundredths of the revenue, and nothing in its input says that rows are missing.
# - At 171 rows, as many as belong to it, keyword's total is too high and dense's too low. Cancelled orders are among the
#   rows, and some that belong are not.
# - To stop at 171 you would have to know the count. That was the question.
# - Behind the last order from Singapore come the other regions. The adder adds euros to dollars, and does not mind.

# %% [markdown]
# This was the kind case: *Singapore* stands in every row that belongs. Ask for something that is no word, such as a total
# above 1000.

# %%
hard = "orders with a total above 1000 USD from Singapore"
data = pd.DataFrame({order.id: order.metadata for order in orders.values()}).T
belong = (data["region"] == "SG") & (data["total"] > 1000) & (data["status"] != "cancelled")
kept = set(data.index[belong])

# %%
rankings = {name: [hit.id for hit in index.search(hard, len(orders))] for name, index in indexes.items()}
shown = []
for depth in (5, len(kept), 50, 100):
    shown.append((depth, *(len(kept & set(ranking[:depth])) for ranking in rankings.values())))
shown = pd.DataFrame(shown, columns=["rows shown", *rankings])
table(shown, f"{hard}: {len(kept)} rows belong. How many of them are shown?")

# %% [markdown]
# Fifteen rows belong, and the first fifteen of either ranking hold none of them. To an embedding, "above 1000" is two words
# near other numbers. To keyword search it is a token that stands in no row. A comparison has to be computed.

# %% [markdown]
# ## 3 · "Then show it everything"
#
# A window of a million tokens holds a lot of rows. Here is the price of all orders, at four letters a token and one dollar
# for a million tokens, which is cheap.

# %%
everything = database.select("SELECT count(*) FROM orders", user="you", tool="lesson-05").rows[0][0]
tokens = sum(map(len, texts)) / 4 / len(texts) * everything
print(
    f"{everything:,} orders, about {tokens / 1000:,.0f},000 tokens, {tokens / 1e6:.2f} dollars for each question"
)

# %% [markdown]
# Half a million tokens, and these tables are a sample of one order in twenty. After that the model still has to add thousands
# of numbers in its head, and nobody can check which ones it took. The database can be asked twice, and this is what a
# question costs there, on your computer:

# %% tags=["nbval-ignore-output"]
from time import perf_counter

started = perf_counter()
database.select(sql, user="you", tool="lesson-05")
print(f"{(perf_counter() - started) * 1000:.1f} milliseconds")

# %% [markdown]
# ## 4 · Summaries: a number that somebody wrote down
#
# A better idea: one sentence a day, with the day's count computed beforehand. Now the number *is* written somewhere.

# %%
days = {day.id: day for day in day_documents("2025-01-01", "2025-11-16", path)}
print(f"{len(days)} summaries. The last:", days["day-2025-11-16"].text, sep="\n")

# %% [markdown]
# Ask for that day, yesterday in Fernhollow's world, in four ways. At which rank does its summary stand?

# %%
summaries = {
    "dense": Dense(list(days), [day.text for day in days.values()], encoder),
    "keyword": Keyword(list(days), [day.text for day in days.values()]),
}


def rank_of_yesterday(index, text):
    return next(hit.rank for hit in index.search(text, len(days)) if hit.id == "day-2025-11-16")


# %%
ways = [
    "how many orders did we get yesterday",
    "how many orders did we get on 16 November 2025",
    "orders on sunday 16 november 2025",
    "number of orders on 2025-11-16",
]
ranks = {name: {way: rank_of_yesterday(index, way) for way in ways} for name, index in summaries.items()}
table(pd.DataFrame(ranks).rename_axis("question"), "Rank of the right summary")

# %% [markdown]
# Keyword search finds it at once wherever the date is spelt out. That is fair use of a summary: a look-up of something that
# somebody wrote down. It is an identifier query, and lesson 02 told you who is good at those. Dense search puts it far down:
# 320 sentences that differ by a date are 320 near-identical neighbours. And "yesterday" is no date, until something turns
# it into one.
#
# A summary answers the question that somebody foresaw. Ours says nothing about Singapore, nor about a product or a channel.
# To foresee only these you would need a text for each combination:

# %%
regions, channels, products, all_days = 5, 5, 56, 686  # channels: four, and "not recorded"
a_day = regions * channels * products
print(
    f"{a_day * all_days:,} texts for the {all_days} days since January 2024, and {a_day:,} more every night"
)

# %% [markdown]
# Finally the whole test set. The kit's tagged questions hold 96 aggregates. Ask each one that has an answer, over orders and
# summaries together, and look whether the right number stands anywhere in the five best rows.

# %%
from lab_utils.collections import load
from lab_utils.evaluation.special import gold_answers, stands_in

collection = load(DATA)
asked = [query for query in collection.queries if query.gold_sql]
gold = gold_answers(asked, database)
rows = orders | days
index = Dense(list(rows), [row.text for row in rows.values()], encoder)
top = {query.id: [rows[hit.id].text for hit in index.search(query, 5)] for query in asked}

# %%
hit = [query for query in asked if stands_in(gold[query.id], top[query.id])]
hits = [(query.id, query.text, gold[query.id][0][-1]) for query in hit]
caption = f"The right number stands in the top 5 for {len(hits)} of {len(asked)} questions"
table(pd.DataFrame(hits, columns=["query", "text", "right number"]), caption)

# %% [markdown]
# Three of 90, and all of them small. Look at the row in which each number stands:

# %%
print(
    *(next(text for text in top[query] if stands_in(((number,),), [text])) for query, _, number in hits),
    sep="\n",
)

# %% [markdown]
# The 4 chargebacks are the fourth of October. The 8 new accounts are a disk of 8 TB. Yesterday's 32 orders are those of
# 7 November, a day that happened to have as many. Not one of the three was found, and not one total or table.
#
# **So aggregates come from the database.** The rest of this lesson is about asking it safely, and about knowing when to.

# %% [markdown]
# ## 5 · A tool instead of SQL
#
# You could let a model write SQL. Then whoever gets a sentence into its context decides what is run: a user, a web page, a
# document with planted instructions. A **named tool** turns that round. You write the query once. The model chooses values
# for named parameters, and the values are checked before the database sees them. What the tool cannot express cannot be
# asked.
#
# Take the question that finance asks every quarter: *total refunds by region last quarter*. Before you write, ask of each
# parameter: what stops the caller from asking for something it should not see?
#
# ### Exercise · A refund tool with guards &nbsp; `20 min` `●●●`
#
# | who asks | call | what comes back | line in the log |
# | --- | --- | --- | --- |
# | all regions | `quarter="2025Q3"` | a row for each region and currency | `5 rows` |
# | Singapore only | `quarter="2025Q3"` | Singapore's row | `1 rows` |
# | Singapore only | `quarter="2025Q3", region="EU"` | PermissionError | `refused` |
# | anyone | `quarter="2025Q5"` | ValueError | `refused` |
# | anyone | `quarter="2025Q3", limit=100000` | ValueError | `refused` |


# %% tags=["exercise:refunds-by-region"]
def refunds_by_region(database, user, log, quarter, region=None, limit=20):
    """What was paid back in a quarter: rows (region, currency, total), ordered by region and
    currency.

    database: an open sqlite3 connection; ask it with execute(sql, values). Its tables: orders
    (order_id, region, quarter, currency, status), refunds (refund_id, order_id, refunded_on,
    amount, currency, status). The region is the order's, the currency the refund's; they are not
    added across. Only refunds of status 'paid' count, whatever became of the order, in the quarter
    of their refunded_on (a text such as 2025-08-31). Totals are rounded to 2 digits. What the
    caller sends goes into the SQL as parameters.

    user: {"id": ..., "regions": [...]}; nobody gets rows of a region that is not among their own.
    region: only this one; None: all of the user's. limit: at most so many rows, the first ones.
    Raises ValueError for a quarter that is not written exactly like "2025Q3" (four digits, Q, 1 to
    4) and for a limit outside 1 to 50, PermissionError for a region that is not the user's. Each
    call, also a refused one, appends one line to `log`: {"user": the id, "tool":
    "refunds_by_region", "outcome": "2 rows"}, or "refused" as the outcome.
    """
    ...  # your code here


refunds_by_region = check("refunds-by-region", refunds_by_region)

# %% tags=["nbval-ignore-output"]
hints("refunds-by-region")

# %% [markdown]
# Now the real tables, through a handle that is opened read-only. Katarzyna Wilk is the finance director and sees every
# region. Samuel Okonjo looks after payments in Singapore.

# %%
from lab_utils.collections.database import connect

handle, log = connect(path), []
katarzyna = {"id": "katarzyna-wilk", "regions": ["AM", "AU", "EU", "ND", "SG"]}
samuel = {"id": "samuel-okonjo", "regions": ["SG"]}
refunded = refunds_by_region(handle, katarzyna, log, "2025Q3")
table(
    pd.DataFrame(refunded, columns=["region", "currency", "refunded"]),
    "Refunds paid in 2025Q3, asked by Katarzyna",
    digits=2,
)

# %%
his = refunds_by_region(handle, samuel, log, "2025Q3")
table(pd.DataFrame(his, columns=["region", "currency", "refunded"]), "The same call, by Samuel", digits=2)

# %%
table(pd.DataFrame(log), "The log so far")

# %% [markdown]
# One row for Samuel, from the same call. Nobody asked a model to be discreet: the regions are in the query, and the query is
# yours. Where an amount is in euros the row says so, and nothing was added across currencies.
#
# Is the number right? The kit has a tool of the same name, written by somebody else with other SQL. Two ways to one number
# are worth more than a long look at either.

# %%
from lab_utils.search.shop_tools import TOOLS
from lab_utils.search.tools import call

head = {"user": "katarzyna-wilk", "groups": frozenset({"finance"})}
theirs = call(TOOLS, database, "refunds_by_region", {"quarter": "2025Q3"}, **head)
same = list(theirs.table.rows) == [tuple(row) for row in refunded]
print(
    "the same rows"
    if same
    else f"not the same: the kit's tool says {theirs.table.rows}. Which days, which refunds?"
)

# %% [markdown]
# ## 6 · Attack it
#
# A guard that nobody has attacked is a hope. Seven calls that a model might make after reading the wrong page, all in
# Samuel's name:

# %%
attacks = {
    "a condition behind a quote": {"quarter": "2025Q3' OR '1' = '1"},
    "a second statement": {"quarter": "2025Q3'; DROP TABLE refunds; --"},
    "a fifth quarter": {"quarter": "2025Q5"},
    "somebody else's region": {"quarter": "2025Q3", "region": "EU"},
    "a quote in the region": {"quarter": "2025Q3", "region": "SG' OR 'EU"},
    "everything at once": {"quarter": "2025Q3", "limit": 100_000},
    "a limit that means none": {"quarter": "2025Q3", "limit": -1},
}


# %%
def outcome_of(asked):
    try:
        return f"{len(refunds_by_region(handle, samuel, log, **asked))} row(s)"
    except (ValueError, PermissionError) as error:
        return f"refused: {type(error).__name__}"


table(
    pd.DataFrame(
        [(name, outcome_of(asked)) for name, asked in attacks.items()], columns=["attack", "outcome"]
    ),
    "Your tool under attack",
)

# %% [markdown]
# Every one is refused, and it matters why. The quotes fail twice: the quarter has a form to match, and a value that goes in
# as a parameter is never SQL. `2025Q5` is harmless and still refused: an empty table for it would read as "no refunds".
#
# The refusals are in the log as well. Those are the lines that somebody will want to read.

# %%
table(
    pd.DataFrame(log).groupby(["user", "outcome"], as_index=False).size().rename(columns={"size": "lines"}),
    "The log by user and outcome",
)

# %% [markdown]
# ### The handle under the tool
#
# Behind the tool stands the connection, and it should hold on its own: tools have bugs. "Open it read-only" is the usual
# advice. Try nine attacks on three doors: a file opened read-only; the same with the setting `query_only`; and the kit's
# `ReadOnlyDatabase`.

# %%
from lab_utils.search.attacks import attempt, bare, guarded

doors = {"read-only": bare(path), "with query_only": bare(path, query_only=True), "guarded": guarded(path)}
table(pd.DataFrame(attempt(doors)), "What nine attacks came to at three doors")

# %% [markdown]
# Read-only means: *this file* is not changed. Through the bare handle a caller can still attach another file and read or
# write it, copy the whole database to a place of their own, or keep a processor busy until somebody notices. `query_only`
# is a setting, and a statement can lift a setting.
#
# The guarded door adds four things: an **authorizer**, which is asked about every table, function and kind of statement
# while SQL is compiled; no room for attached files; a **time limit**; a **row limit**. Its refusals say which:

# %%
from lab_utils.errors import BakeoffError


def refusal(sql, **limits):
    try:
        rows = ReadOnlyDatabase(path, **limits).select(sql, user="eve", tool="attack")
        return f"{len(rows.rows)} rows, more left behind: {rows.truncated}"
    except BakeoffError as error:
        return str(error)


# %%
tried = [
    "SELECT 1; DROP TABLE refunds",
    "PRAGMA query_only = 0",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
    "SELECT count(*) FROM orders a, orders b, orders c",
    "SELECT a.order_id FROM orders a, regions b",
]
said = {sql: refusal(sql, max_seconds=0.3) for sql in tried}
table(pd.Series(said, name="what the guarded door says").rename_axis("statement").to_frame())

# %% [markdown]
# The last one is honest and too large. It gets 200 rows *and a flag* that there were more. Without the flag somebody would
# add up the 200, and you would be back in section 2.
#
# On a database server the same list reads: a role that may SELECT from a few views and nothing else, a statement timeout, a
# cap on rows, and no superuser near it. That is what a design review means by a *read-only credential*.

# %% [markdown]
# ## 7 · Who asks, and what is written down
#
# Two kinds of entitlement. Your tool filtered **rows**: Samuel sees Singapore. The kit's tools do the other: they say **who
# may ask at all**. The list of top customers is for finance; whoever may ask sees every region. Yours could do both.

# %%
from lab_utils.show.picture import show
from lab_utils.show.tool_call import tool_call

best = {"start": "2025-07-01", "end": "2025-09-30", "n": 3, "currency": "EUR"}
show(
    tool_call(database, "top_customers", best, user="katarzyna-wilk", group="finance"),
    tool_call(database, "top_customers", best, user="samuel-okonjo", group="staff"),
)

# %% [markdown]
# Read the two log lines. They say who asked, which tool, how many rows, and how it ended. They do not say which customers
# came back, nor which period was asked for. A log is read by more people than the table is, kept for longer, and copied to
# more places. Whoever writes results into it has made a second table without any guard.
#
# The identity has to come from your session, never from the model's arguments. A tool with a parameter `user` can be talked
# into anything.
#
# Fill in the form yourself. It opens with the kit's `refunds_by_region`, which has a quarter and nothing else; the field takes
# any text, on purpose.

# %% tags=["nbval-ignore-output"]
from lab_utils.show.widgets import ToolForm

ToolForm(database, tool="refunds_by_region")

# %% [markdown]
# Without the form, a call that it would refuse:

# %%
tool_call(database, "refunds_by_region", {"quarter": "2025Q3' OR 1=1"}, user="you", group="staff")

# %% [markdown]
# The refused call has left its line, and the line does not repeat the value. A row of refusals in one name is what an attack
# looks like from outside.

# %% [markdown]
# ## 8 · When a model must write the query
#
# A tool answers one question. The next question needs the next tool, and there is always a next question. There are three
# ways to ask, from tight to loose.
#
# **A named tool.** One SELECT, written by you. This is all that a model is shown of it:

# %%
import json

print(json.dumps(TOOLS["refunds_by_region"].description(), indent=1))

# %% [markdown]
# **A constrained builder.** The model chooses a measure, filters and a grouping from lists. Each choice picks a piece of SQL
# that stands ready; no text of the model becomes SQL.

# %%
builder = TOOLS["refunded_amount"]
choices = {"start": "2025-07-01", "end": "2025-09-30", "by": "reason", "n": 3}
print(builder.statement(builder.check(choices)).splitlines()[0], "...")
tool_call(database, "refunded_amount", choices, user="katarzyna-wilk", group="finance")

# %%
tool_call(
    database, "refunded_amount", choices | {"by": "customer_id"}, user="katarzyna-wilk", group="finance"
)

# %% [markdown]
# Reasons can be grouped by, customers cannot: `customer_id` is not on the list, so the call is refused and logged.
#
# **Generated SQL behind a validator.** The model gets the schema as text, writes one SELECT, and the guarded door runs it
# or says why not. Tell it about the tables it may read, and about no other.

# %%
from lab_utils.collections.schema import BY_NAME, schema_text

print(schema_text((BY_NAME["refunds"],)))

# %% [markdown]
# Three statements as a model might write them for *total refunds by region last quarter*, and what the validator makes of
# each. It may read `orders` and `refunds`.

# %%
generated = {
    "reads a table of people": "SELECT region, count(*) FROM customers GROUP BY 1",
    "adds two currencies": "SELECT round(sum(amount), 2) FROM refunds WHERE refunded_on BETWEEN '2025-07-01' AND '2025-09-30'",
    "takes the quarter of the order": """SELECT o.region, round(sum(r.amount), 2)
        FROM refunds r JOIN orders o USING (order_id) WHERE o.quarter = '2025Q3' GROUP BY 1""",
}
narrow = ReadOnlyDatabase(path, tables=("orders", "refunds"))


# %%
def validated(sql):
    try:
        return str([row[-1] for row in narrow.select(sql, user="katarzyna-wilk", tool="generated").rows])
    except BakeoffError as error:
        return str(error)


back = {name: validated(sql) for name, sql in generated.items()}
back["(your tool: right)"] = str([total for _, _, total in refunded])
table(pd.Series(back, name="what comes back").rename_axis("the statement").to_frame())

# %% [markdown]
# The first is stopped. The other two pass, since they harm nobody, and both are wrong. One adds euros to dollars. The other
# takes orders of the quarter instead of refunds paid in it, and counts refunds that were turned down. It gives five plausible
# numbers, and not one of them agrees with the last line.
#
# **A validator stops harm, not error.** That is the real argument for named tools. The definition of "refunds of a quarter"
# was agreed once, and stands in one place where it can be reviewed.

# %% [markdown]
# ## 9 · Route to it
#
# You have two worlds now: search over texts, tools over tables. Somebody has to decide which one a question goes to, before
# anything is searched. Begin with rules: they cost nothing, and each mistake can be traced to a line.
#
# ### Exercise · Route a question by its words &nbsp; `12 min` `●●○`
#
# | question | said before | route |
# | --- | --- | --- |
# | total refunds by region last quarter | | aggregate |
# | what does ERR_4471 mean | | identifier |
# | how many customers reported ERR_4471 | | aggregate |
# | and for contractors? | what is the notice period for employees? | follow-up |
# | the screen is totally black | | concept |


# %% tags=["exercise:route"]
def route(text, history):
    """The pattern of a question. The first rule that fits decides; capitals make no difference.

    history: what was said before, a list of texts, often empty. It says only whether there is one;
    `text` is routed.
    1. "follow-up": history is not empty, and the text begins with the words "and", "what about" or
       "how about".
    2. "aggregate": it holds "how many", "how much", "number of", "total", "average", "most", "per",
       or "top" with a number right behind it ("top 5", "top 25"), as whole words: a comma may
       follow, another letter may not.
    3. "identifier": it holds a code. A code is a run of letters a-z, digits, `_` and `-` that has a
       letter, and a digit or a `_`: ERR_4471, SKU-77821, gmv_daily, err4471, 2fa. Any other
       character ends the run.
    4. "concept": everything else.
    """
    ...  # your code here


route = check("route", route)

# %% tags=["nbval-ignore-output"]
hints("route")

# %% [markdown]
# Now the exam: the test questions. But for a few multi-hop ones, nobody had seen them when the rules were written. A
# confusion matrix says where each kind of question was sent. Only the route is judged here, and no answer.

# %%
from lab_utils.search.router import ROUTES, by_rules, confusion
from lab_utils.show.confusion import router_confusion

exam = [query for query in collection.queries if query.split == "test" and query.pattern in ROUTES]
four_rules = confusion(lambda query: route(query.text, list(query.history)), exam)
router_confusion(four_rules, name="your four rules")

# %% [markdown]
# Read it by rows. Concepts and identifiers mostly arrive. Half of the aggregates do not, and of the follow-ups more than
# half: people go on without saying "and". Multi-hop and exploratory questions have no rule, so they cannot arrive.
#
# What kind of aggregate gets lost? Some that went to *identifier*:

# %%
lost = [
    query
    for query in exam
    if query.pattern == "aggregate" and route(query.text, list(query.history)) != "aggregate"
]
codes = [query.text for query in lost if route(query.text, list(query.history)) == "identifier"]
print(f"{len(lost)} aggregates were lost, {len(codes)} of them to identifier:", *codes, sep="\n")

# %% [markdown]
# `q3` has a letter and a digit, so by rule 3 it is a code. Those that went to *concept* say "gmv last week pls" or "orders by
# channel 2025": a measure and a period, and none of the counting words. You could add words all day. The kit's rules do
# something else. They ask a planner, which you meet in the next section, whether it *understands* the question as one to
# the tables. And they call every question with an earlier turn a follow-up.

# %%
router_confusion(confusion(by_rules, exam), name="the kit's rules")

# %% [markdown]
# Better in every row that had trouble, and still not good. Thirteen aggregates of 48 still go to concept. Both sets of rules
# can be read, so the next mistake can be argued about.

# %% [markdown]
# ## 10 · Judge the answers apart
#
# Forget the router. Put all 96 aggregate questions straight to the tools. A planner looks for measure, period, filters and
# grouping, crosses out what it has understood, and **refuses** when a word is left over that it does not know.

# %%
from lab_utils.evaluation.aggregate_outcomes import coverage, outcomes

answers = outcomes(collection.queries, database)
table(coverage(answers), "Aggregate questions on the tool route", digits=2)

# %% [markdown]
# `dev` holds the questions on which the rules were written, `test` is the exam. Two numbers, and they pull against each
# other.
#
# - **Coverage**: of the exam's answerable questions a little over half get a table. On dev it was two thirds, because the
#   rules had seen it. Quote the exam.
# - **Exactness**: of 23 tables on the exam, 22 are right.
#
# That is a choice. A looser planner would answer more, and be wrong more often, in a column where nobody can see it. What
# does it refuse, and why?

# %%
exam_answers = answers[answers["split"] == "test"]
refused = exam_answers[exam_answers["outcome"] == "refused"]
table(
    refused[["text", "why"]].head(8).reset_index(drop=True),
    f"The first 8 of {len(refused)} that it should have answered",
)

# %% [markdown]
# Typing errors it could not mend, words it does not know, questions that no tool can express. A person can rephrase the first
# two. The third is the list of tools to build next, and it wrote itself.

# %% [markdown]
# ### The one wrong number
#
# `q-agg-116`: *need the chargeback amount for the nordics, october*.

# %%
chargebacks = {"start": "2025-10-01", "end": "2025-10-31", "region": "ND", "reason": "chargeback"}
tool_call(database, "refunded_amount", chargebacks, user="katarzyna-wilk", group="finance")

# %% [markdown]
# There was no chargeback. The right answer is 0. The tool groups by currency; with nothing to group there is no row.
# **An empty table is not zero.** It may mean zero, or a filter that matches nothing, or a quarter that has not been loaded. A
# model that is handed an empty table will say one of the three. Your own tool does the same for a quarter without refunds.
# Mend it where the number is made: return a row with 0 for what was asked, or say in words that nothing matched.

# %% [markdown]
# ### Two things that the counts do not show
#
# Twelve questions should be refused. Six ask for what no table holds. Six come from customers, who may not use these tools
# (these have a number, so section 4 counted them). All twelve are refused. Look at the customers' six, and why.

# %%
customers = answers[answers["user"] == "customer"]
table(
    customers[["query", "outcome", "why"]].reset_index(drop=True),
    "Right refusals, for which reason?",
    foot="None says: not for this user.",
)

# %%
from lab_utils.collections import Query
from lab_utils.search.routed import answer_aggregate

print(
    answer_aggregate(Query("mine", "how many orders did we get yesterday", user="customer"), database).refusal
)

# %%
strangers = [query for query in collection.queries if query.pattern != "aggregate"]
given = [
    (query, answer) for query in strangers if (answer := answer_aggregate(query, database)).table is not None
]
print(
    f"{len(given)} of {len(strangers)} other questions got a table:",
    *(f"{query.text} -> {', '.join(answer.steps)}" for query, answer in given),
    sep="\n",
)

# %% [markdown]
# All six were refused because the planner did not understand them: five for words that it does not know, one for want of a
# measure. The entitlement check was never reached, and a test that only counts refusals would
# have passed without it. So ask in words that the planner knows: only then do you see that the check holds.
#
# The second finding is worse. Nearly every question that is not one for the tables is refused, which makes a wrong route
# cheap: it costs a refusal. One is not. It asks for the last quarter of **2023**, of which there is no data. The planner
# took "last quarter" for 2025Q3, crossed "2023" out as part of a period, and gave five exact numbers for another quarter.
# It promises to refuse what it does not understand. This it misunderstood. Show the period beside every answer, so that a
# person can see it.

# %% [markdown]
# ### Route times answer
#
# Now put router and tools together. Rows: where the kit's rules sent the 48 exam questions. Columns: what the tools would
# have made of them.

# %%
sent = {query.id: by_rules(query) for query in exam}
joined = pd.crosstab(exam_answers["query"].map(sent).rename("sent to"), exam_answers["outcome"])
table(joined, "48 aggregate questions of the exam: route by outcome")

# %% [markdown]
# Right answer *and* right route: 21. One question that the tools would have answered was sent to search, where it gets five
# passages and no number. Fourteen were misrouted altogether, and the tools would have refused the other thirteen anyway. A
# single accuracy would have hidden that. Two measures, two repairs: a better router wins one answer here, a planner that
# knows more words would win many.

# %% [markdown]
# ## 11 · The first decision matrix
#
# You have met six ways to answer. Which one serves which pattern? The matrix is the page that you will have to defend in
# a design review, so it should come out of measurements and be made again when they change.
#
# ### Exercise · The decision matrix as data &nbsp; `15 min` `●●●`
#
# Chosen is the cheapest strategy whose value is at most `slack` below the pattern's best. With a slack of 0.05, and at
# least 10 questions:
#
# | pattern | keyword | dense | hybrid | chosen | given up |
# | --- | --- | --- | --- | --- | --- |
# | identifier | 0.94, 2 ms | 0.41, 12 ms | 0.95, 15 ms | keyword | 0.01 |
# | concept | 0.55, 2 ms | 0.81, 12 ms | | dense | 0 |
# | multi-hop, 4 questions | | | 0.25, 15 ms | nothing | |


# %% tags=["exercise:decision-matrix"]
def decision_matrix(measured, patterns, slack, least):
    """A row for each of `patterns`, in their order: {"pattern", "strategy", "value", "cost",
    "given_up"}.

    Chosen is the cheapest strategy whose value is at most `slack` below the pattern's best: a plain
    difference, and one that is exactly `slack` below is still taken. Of two equally cheap ones the
    one earlier in the alphabet is chosen.
    measured: rows {"pattern", "strategy", "n", "value", "cost"}, where n is the number of queries
    of the pattern, the same in each of its rows, value goes from 0 to 1, both included, and cost is
    in milliseconds.
    given_up: how far the value is below the pattern's best, not rounded.
    With n below `least` there is too little to decide on: everything but the pattern is None.
    Raises ValueError when a pattern was not measured, or one of its values is not between 0 and 1,
    however small n is.
    """
    ...  # your code here


decision_matrix = check("decision-matrix", decision_matrix)

# %% tags=["nbval-ignore-output"]
hints("decision-matrix")

# %% [markdown]
# Measure. For passages: recall@5 on the exam. For aggregates: is the right number there, in the top five texts, or in the
# tool's table? Costs are medians for one question in milliseconds, rounded, as `bakeoff run --latency 10` measured them on
# two idle cores (dense: encoding the question is nearly all of it). Run it, and put in your own.

# %%
from lab_utils.evaluation import bake_off
from lab_utils.search.strategies import Parts

COST = {"keyword": 5, "dense": 70, "hybrid": 75, "blend": 75, "hybrid+rerank": 2500, "tools": 5}
PATTERNS = ["concept", "identifier", "aggregate", "multi-hop", "follow-up"]
judged = collection.with_queries([query for query in exam if query.pattern in PATTERNS])
result = bake_off(
    judged, [name for name in COST if name != "tools"], Parts(judged, cache=encoder.cache, database=database)
)

# %%
measured = []
for name in result.strategies:
    for pattern in PATTERNS:
        values = result.values(name, "answer@5" if pattern == "aggregate" else "recall@5", pattern)
        row = {"pattern": pattern, "strategy": name, "n": len(values), "value": float(values.mean())}
        measured.append(row | {"cost": COST[name]})
answerable = exam_answers[exam_answers["outcome"] != "right refusal"]
right = float((answerable["outcome"] == "right number").mean())
row = {"pattern": "aggregate", "strategy": "tools", "n": len(answerable), "value": right}
measured.append(row | {"cost": COST["tools"]})

# %%
values = pd.DataFrame(measured).pivot(index="strategy", columns="pattern", values="value")
table(values[PATTERNS].loc[[*COST]], "Value by pattern, on the exam", best=PATTERNS)

# %% [markdown]
# Search has the right number of an aggregate in its top five for next to none of them. And now the matrix.

# %%
ACCEPTED = {
    "keyword": "other words for the same thing are not found",
    "dense": "codes and numbers blur",
    "hybrid": "two indexes; one bad list spoils a good one",
    "blend": "two indexes; a weight to tune and to defend",
    "hybrid+rerank": "a second model in every question's way",
    "tools": "design and upkeep; refuses what it does not understand",
}


def decided(slack, least):
    """The matrix of your function; a cost in whole milliseconds, a row without a decision empty."""
    rows = pd.DataFrame(decision_matrix(measured, PATTERNS, slack=slack, least=least))
    rows["cost"] = rows["cost"].astype("Int64")
    return rows.rename(columns={"cost": "cost, ms", "given_up": "given up"})


# %%
matrix = decided(slack=0.05, least=30)
shown = matrix.assign(accepted=matrix["strategy"].map(ACCEPTED))
table(shown, "Decision matrix: slack 0.05, at least 30 questions", digits=2)

# %% [markdown]
# In lesson 00 you chose a strategy for each of these patterns, before you had seen any number. (Without a prediction there,
# the column stays empty.)

# %%
AS_ASKED = {
    "hybrid": "hybrid of both",
    "blend": "hybrid of both",
    "hybrid+rerank": "hybrid + reranker",
    "tools": "database tools",
}
predictions(
    measured={f"00-{row.pattern}": AS_ASKED.get(row.strategy, row.strategy) for row in matrix.itertuples()}
)

# %% [markdown]
# Three ways to read the matrix.
#
# - A row names the cheapest strategy that is *nearly* as good as the best. The last column but one is what that cost in
#   quality (nothing, at this slack), the last one what it costs in trust and upkeep. Those words are yours to change.
# - Aggregates go to the tools, and not because search is a little weaker there. It has no way to be right.
# - Multi-hop and follow-up get the best of a poor lot. Neither row says "solved". Such questions want to be rewritten
#   first, and then this matrix is to be made again.
#
# The slack is a decision too. Allow ten points instead of five:

# %%
table(decided(slack=0.10, least=30), "The same with a slack of 0.10", digits=2)

# %% [markdown]
# Rows change hands. They get cheaper, and what was given up for it stands beside them. Nobody can say which of the two
# tables is right without knowing what a wait costs and what a miss costs. What a review can check is that you chose.
#
# And is either slack larger than the noise? With some thirty or forty questions a row, a difference of five points cannot be
# told from chance. Ask for more questions before deciding, and see what is left:

# %%
table(
    decided(slack=0.05, least=40),
    "The same with a slack of 0.05, deciding on nothing below 40 questions",
    digits=2,
)

# %% [markdown]
# And a pattern that nobody has measured is no row. It is an error, and it should be loud:

# %%
try:
    decision_matrix(measured, [*PATTERNS, "exploratory"], slack=0.05, least=30)
except ValueError as error:
    print("ValueError:", error)

# %% [markdown]
# ## Exam trap
#
# **"Embed the whole orders table, so that the model can answer totals."** It sounds like progress: one index for everything,
# no second system. You have the numbers against it. From ten rows the adder reports one or two hundredths of the revenue.
# From all rows it reports four times as much. In between it is right at no depth. A table does not become computable by being
# embedded: similarity finds rows *like* the question, and a sum needs *all* the rows and no other.
#
# Its younger brother: **"We checked that the generated SQL is safe."** Safe was never the same as right.

# %% tags=["nbval-ignore-output"]
quiz("05-quiz")

# %% [markdown]
# ## What you predicted

# %%
exact = sum(len(exact_depths(values, truth)) for values in amounts.values())
tables_given = int(exam_answers["outcome"].isin(["right number", "wrong number"]).sum())
arrived = {pattern: four_rules[pattern][pattern] / sum(four_rules[pattern].values()) for pattern in KINDS}

# %%
measured_here = {
    "05-rows": "no number of rows" if exact == 0 else "as many as belong to the answer",
    "05-read-only": "write to another file",
    "05-answered": AMOUNTS[0 if tables_given < 15 else 1 if tables_given <= 30 else 2],
    "05-router": min(arrived, key=arrived.get),
}
predictions(measured_here)

# %% [markdown]
# ## Recap
#
# - A count or a sum is a property of all the rows. A ranking shows some of them, and says nothing about the rest.
# - A number that somebody wrote down beforehand can be looked up. That serves the questions which somebody foresaw.
# - Give a model named tools: checked parameters, its user's rows, a row limit, a time limit, one log line without content.
# - A read-only handle alone still attaches, copies and runs for ever. Attack yours.
# - A validator stops harm, not error. An empty table is not zero.
# - Judge the route and the answer apart. Coverage and exactness pull against each other; choose, and say which you chose.
#
# Left open: "And for contractors?" has nothing in it to search for. What must a question carry before it can be searched at
# all? Next, until somebody answers that: your own documents, `bakeoff run --data my_folder`, and your own matrix.
