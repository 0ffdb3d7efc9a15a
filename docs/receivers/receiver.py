"""Receives webhooks of the chain data service:  SECRET=<64 hexadecimal digits> python3 receiver.py

Python 3.9 or newer, no packages. Copy `verify` into your project.
"""
import base64
import hashlib
import hmac
import json
import os
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# Messages whose timestamp is further than this from now, in either direction, are rejected.
TOLERANCE_SECONDS = 300


def _hmac(secret, signed):
    return base64.b64encode(hmac.new(bytes.fromhex(secret), signed, hashlib.sha256).digest())


def _same(given, expected):
    return hmac.compare_digest(given.encode(), expected)


def verify(secret, headers, body, now=None):
    """Whether a message is authentic, by Standard Webhooks.

    `secret`: the 64 hexadecimal digits of /v1/webhooks:getSharedSecret. `body`: the raw bytes, before any
    parsing. `headers`: anything with `get`. `now`: Unix seconds.
    """
    message, timestamp, signatures = (headers.get("webhook-" + name) or "" for name in ("id", "timestamp", "signature"))
    if not message or not (timestamp.isascii() and timestamp.isdigit()):
        return False
    if abs((time.time() if now is None else now) - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    expected = _hmac(secret, f"{message}.{timestamp}.".encode() + body)
    # All are checked: during a secret rotation there are two signatures, and only one of them uses our secret.
    given = [signature.partition(",") for signature in signatures.split(" ")]
    return any([version == "v1" and _same(value, expected) for version, _, value in given])


def verify_simple(secret, headers, body):
    """Checks only x-signature, which does not cover the time of sending."""
    expected = _hmac(secret, body)
    return any([_same(headers.get(name) or "", expected) for name in ("x-signature", "x-signature-previous")])


class Messages:
    """What was received. Remembered in this process alone: store it where it outlives it."""

    def __init__(self, gap_seconds):
        self.gap_seconds = gap_seconds
        self.lock = threading.Lock()
        # Ids already handled. A message may be delivered twice.
        self.seen = set()
        # Ids of messages that were taken back. A removal may arrive before the message that it takes back.
        self.removed = set()
        # For each webhook the highest number of a message so far, and the numbers below it that have not arrived.
        self.highest = {}
        self.missing = {}

    def handle(self, message):
        with self.lock:
            self.notice_gap(message["webhookId"], message["sequence"])
            if message["messageId"] in self.seen:
                return
            self.seen.add(message["messageId"])
            event = message["event"]
            if message["eventType"] == "address_activity_removed":
                self.removed.add(event["removes"])
                print("taken back", event["removes"], flush=True)
            elif message["eventType"] == "operation_completed":
                print("ended", event["operationId"], event["operationStatus"], flush=True)
            elif message["messageId"] not in self.removed:
                print("active", event["transaction"]["txHash"], message["messageId"], flush=True)

    def notice_gap(self, webhook, sequence):
        """The messages of a webhook are numbered.

        They overtake each other, so a number is missing only if it does not arrive for a while: then
        GET /v1/webhooks/{id}/messages shows whether its message is still tried, or has failed and is to be replayed.
        """
        missing = self.missing.setdefault(webhook, set())
        missing.discard(sequence)
        highest = self.highest.get(webhook, sequence)
        gap = range(highest + 1, sequence)
        missing.update(gap)
        self.highest[webhook] = max(highest, sequence)
        if gap:
            timer = threading.Timer(self.gap_seconds, self.tell_missing, (webhook, gap))
            timer.daemon = True
            timer.start()

    def tell_missing(self, webhook, gap):
        with self.lock:
            for number in gap:
                if number in self.missing[webhook]:
                    print("missing", webhook, number, flush=True)


class Receiver(BaseHTTPRequestHandler):
    messages = Messages(float(os.environ.get("GAP_SECONDS", "60")))

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        if not verify(os.environ["SECRET"], self.headers, body):
            return self.answer(401)
        self.messages.handle(json.loads(body))
        # Answer any 2xx status within ten seconds. Put long work into a queue of your own.
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("", int(os.environ.get("PORT", "8080"))), Receiver)
    print("listening on", server.server_port, flush=True)
    server.serve_forever()
