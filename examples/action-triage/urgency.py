import re

URGENT = re.compile(r"urgent|hotfix", re.IGNORECASE)


def is_urgent(name):
    return URGENT.search(name) is not None
