"""Receives webhooks of the chain data service:  SECRET=<64 hexadecimal digits> python3 receiver.py

Python 3.9 or newer, no packages. Copy `verify` into your project.
"""
import base64
import hashlib
import hmac
import json
import os
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


class Receiver(BaseHTTPRequestHandler):
    # Ids already handled. A message may be delivered twice: store them where they outlive this process.
    seen = set()

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        if not verify(os.environ["SECRET"], self.headers, body):
            return self.answer(401)
        message = json.loads(body)
        if message["messageId"] not in self.seen:
            self.seen.add(message["messageId"])
            event = message["event"]
            # A removal may arrive before the message that it removes: remember it, too.
            if message["eventType"] == "address_activity_removed":
                print("taken back", event["removes"], flush=True)
            else:
                print("active", event["transaction"]["txHash"], message["messageId"], flush=True)
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
