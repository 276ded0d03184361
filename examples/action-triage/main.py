from urgency import is_urgent


def handler(event, context):
    item = context["after"]
    if item is None or not is_urgent(item["name"]):
        return {"urgent": False}
    loupe.log.info("Urgent:", item["name"])
    loupe.item.set_priority(event.get("priority", 10))
    loupe.item.set_pinned(True)
    return {"urgent": True}
