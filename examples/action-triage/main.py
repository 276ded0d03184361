import re

URGENT = re.compile(r"urgent|hotfix", re.IGNORECASE)


def handler(event, context):
    item = context["after"]
    if item is None or not URGENT.search(item["name"]):
        return {"urgent": False}
    loupe.log.info("Urgent:", item["name"])
    loupe.item.set_priority(event.get("priority", 10))
    loupe.item.set_pinned(True)
    return {"urgent": True}
