// Pulls a webhook's messages from the chain data service, each exactly once:
//   URL=https://… KEY=… WEBHOOK=… node puller.mjs
// Node 18 or newer, no packages.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

const { URL = '', KEY = '', WEBHOOK = '', STATE = 'puller.json', FROM = 'oldest' } = process.env;

/** One file, so that the cursor and the results change together: use one transaction of your database. */
const load = () => {
  try {
    return JSON.parse(readFileSync(STATE, 'utf8'));
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return { cursor: undefined, active: {} };
  }
};
const save = (state) => {
  writeFileSync(`${STATE}.new`, JSON.stringify(state));
  renameSync(`${STATE}.new`, STATE);
};

/** `active`: the transaction of each message that was not taken back. Returns a line to print. */
function apply(active, { messageId, eventType, event }) {
  if (eventType === 'address_activity_removed') {
    delete active[event.removes];
    return `taken back ${event.removes}`;
  }
  if (eventType === 'operation_completed') return `ended ${event.operationId} ${event.operationStatus}`;
  active[messageId] = event.transaction.txHash;
  return `active ${event.transaction.txHash} ${messageId}`;
}

for (let state = load(); ; ) {
  const query = state.cursor === undefined ? `from=${FROM}` : `cursor=${state.cursor}&waitSeconds=20`;
  const response = await fetch(`${URL}/v1/webhooks/${WEBHOOK}/feed?${query}`, {
    headers: { 'x-service-api-key': KEY },
  }).catch(() => undefined);
  if (!response || response.status === 429 || response.status >= 500) {
    await new Promise((resolve) => setTimeout(resolve, Number(response?.headers.get('retry-after') ?? 2) * 1000));
    continue;
  }
  const page = await response.json();
  // A cursor older than 30 days, for example: the message says what to do.
  if (!response.ok) throw new Error(page.message);
  const lines = page.messages.map(({ body }) => apply(state.active, JSON.parse(body)));
  state.cursor = page.cursor;
  save(state);
  for (const line of lines) console.log(line);
}
