// Receives webhooks of the chain data service:  SECRET=<64 hexadecimal digits> node receiver.mjs
import { createServer } from 'node:http';
import { verify } from './verify.mjs';

const { SECRET = '', PORT = '8080' } = process.env;
/** Ids already handled. A message may be delivered twice: store them where they outlive this process. */
const seen = new Set();

createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const body = Buffer.concat(parts);
  if (!verify(SECRET, request.headers, body)) return response.writeHead(401).end();
  const message = JSON.parse(body);
  if (!seen.has(message.messageId)) {
    seen.add(message.messageId);
    const { transaction, removes } = message.event;
    // A removal may arrive before the message that it removes: remember it, too.
    if (message.eventType === 'address_activity_removed') console.log('taken back', removes);
    else console.log('active', transaction.txHash, message.messageId);
  }
  // Answer any 2xx status within ten seconds. Put long work into a queue of your own.
  response.writeHead(204).end();
}).listen(Number(PORT), function () {
  console.log('listening on', this.address().port);
});
