"""The process in which a learner's function runs: this folder is given to Python as a program.

It stands on its own, so that a sandbox can be shown this folder and nothing else of the kit, and no expected result
ever comes here.
"""
