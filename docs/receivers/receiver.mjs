// Receives webhooks of the chain data service:  SECRET=<64 hexadecimal digits> node receiver.mjs
import { createServer } from 'node:http';
import { verify } from './verify.mjs';

const { SECRET = '', PORT = '8080', GAP_SECONDS = '60' } = process.env;
// What follows is remembered in this process alone: store it where it outlives it.
/** Ids already handled. A message may be delivered twice. */
const seen = new Set();
/** Ids of messages that were taken back. A removal may arrive before the message that it takes back. */
const removed = new Set();
/** For each webhook the highest number of a message so far, and the numbers below it that have not arrived. */
const numbers = new Map();

function handle({ messageId, eventType, event }) {
  if (seen.has(messageId)) return;
  seen.add(messageId);
  if (eventType === 'address_activity_removed') {
    removed.add(event.removes);
    console.log('taken back', event.removes);
  } else if (eventType === 'operation_completed') console.log('ended', event.operationId, event.operationStatus);
  else if (!removed.has(messageId)) console.log('active', event.transaction.txHash, messageId);
}

/**
 * The messages of a webhook are numbered. They overtake each other, so a number is missing only if it does not arrive for
 * a while: then GET /v1/webhooks/{id}/messages shows whether its message is still tried, or has failed and is to be
 * replayed.
 */
function noticeGap({ webhookId, sequence }) {
  const known = numbers.get(webhookId) ?? { highest: sequence, missing: new Set() };
  numbers.set(webhookId, known);
  known.missing.delete(sequence);
  const gap = [];
  for (let number = known.highest + 1; number < sequence; number++) gap.push(number);
  for (const number of gap) known.missing.add(number);
  known.highest = Math.max(known.highest, sequence);
  if (gap.length === 0) return;
  setTimeout(() => {
    for (const number of gap) if (known.missing.has(number)) console.log('missing', webhookId, number);
  }, Number(GAP_SECONDS) * 1000);
}

createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const body = Buffer.concat(parts);
  if (!verify(SECRET, request.headers, body)) return response.writeHead(401).end();
  const message = JSON.parse(body);
  noticeGap(message);
  handle(message);
  // Answer any 2xx status within ten seconds. Put long work into a queue of your own.
  response.writeHead(204).end();
}).listen(Number(PORT), function () {
  console.log('listening on', this.address().port);
});
