"""Pulls a webhook's messages from the chain data service, each exactly once:

    URL=https://… KEY=… WEBHOOK=… python3 puller.py

Python 3.9 or newer, no packages.
"""
import json
import os
import time
import urllib.error
import urllib.request

URL, KEY, WEBHOOK = (os.environ[name] for name in ("URL", "KEY", "WEBHOOK"))
STATE, FROM = os.environ.get("STATE", "puller.json"), os.environ.get("FROM", "oldest")


def load():
    """One file, so that the cursor and the results change together: use one transaction of your database."""
    try:
        with open(STATE, encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        return {"cursor": None, "active": {}}


def save(state):
    with open(STATE + ".new", "w", encoding="utf-8") as file:
        json.dump(state, file)
    os.replace(STATE + ".new", STATE)


def apply(active, message):
    """`active`: the transaction of each message that was not taken back. Returns a line to print."""
    event = message["event"]
    if message["eventType"] == "address_activity_removed":
        active.pop(event["removes"], None)
        return f"taken back {event['removes']}"
    if message["eventType"] == "operation_completed":
        return f"ended {event['operationId']} {event['operationStatus']}"
    active[message["messageId"]] = event["transaction"]["txHash"]
    return f"active {event['transaction']['txHash']} {message['messageId']}"


def read(cursor):
    """A page; None if the service asks to wait, or does not answer."""
    query = f"from={FROM}" if cursor is None else f"cursor={cursor}&waitSeconds=20"
    request = urllib.request.Request(f"{URL}/v1/webhooks/{WEBHOOK}/feed?{query}", headers={"x-service-api-key": KEY})
    try:
        with urllib.request.urlopen(request, timeout=35) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        if error.code != 429 and error.code < 500:
            # A cursor older than 30 days, for example: the message says what to do.
            raise SystemExit(json.load(error)["message"]) from error
        time.sleep(float(error.headers.get("retry-after") or 2))
    except OSError:
        time.sleep(2)
    return None


def main():
    state = load()
    while True:
        page = read(state["cursor"])
        if page is None:
            continue
        lines = [apply(state["active"], json.loads(message["body"])) for message in page["messages"]]
        state["cursor"] = page["cursor"]
        save(state)
        for line in lines:
            print(line, flush=True)


if __name__ == "__main__":
    main()
