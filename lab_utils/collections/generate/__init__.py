"""Makes Fernhollow's tables and logs from the fact base, the same bytes every time.

Idea: made-up data teaches only if it behaves like the real thing and agrees with the documents beside it. Numbers are
drawn with fixed seeds (dice.py); what the documents state (prices, launches, incidents) is read from data/facts.
Learners need none of this: they use the files it wrote.
"""
