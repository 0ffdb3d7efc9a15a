// Verifies both signatures over the raw bytes. Usage: node receiver-process.mjs SECRET LOG
import { appendFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { verify, verifySimple } from '../../../docs/receivers/verify.mjs';

const [secret, log] = process.argv.slice(2);
const tried = new Set();
writeFileSync(log, '');
createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const raw = Buffer.concat(parts);
  const { messageId, webhookId, eventType } = JSON.parse(raw);
  const isAuthentic = verify(secret, request.headers, raw) && verifySimple(secret, request.headers, raw);
  // On `/flaky`, every seventh message fails its first attempt.
  const isRefused =
    request.url === '/flaky' && Number.parseInt(messageId.slice(-4), 16) % 7 === 0 && !tried.has(messageId);
  tried.add(messageId);
  const outcome = !isAuthentic ? 'false' : isRefused ? 'refused' : 'taken';
  appendFileSync(log, `${outcome} ${messageId} ${webhookId} ${eventType}\n`);
  response.writeHead(isAuthentic && !isRefused ? 204 : 500).end();
}).listen(0, '127.0.0.1', function () {
  console.log(`http://127.0.0.1:${this.address().port}`);
});
