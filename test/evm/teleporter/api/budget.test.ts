import { handler as getOne } from '../../../../lambdas/evm/teleporter/api/get-teleporter-message';
import { handler as list } from '../../../../lambdas/evm/teleporter/api/list-teleporter-messages';
import { handler as ofAddress } from '../../../../lambdas/evm/teleporter/api/list-teleporter-messages-by-address';
import { type Asked, call, type Handler } from '../../../support/endpoints/call';
import { type AllDeps, depsWith } from '../../../support/endpoints/deps';
import { messageLife } from '../../../support/endpoints/teleporter';
import { PRO } from '../../../support/endpoints/webhooks';
import { address } from '../../../support/make/blocks';
import { DESTINATION, SOURCE } from '../../../support/make/teleporter-lives';
import { memoryTable } from '../../../support/tables/memory';
import { teleporterIndexer } from '../../../support/tables/teleporter-world';

const LIVES = Array.from({ length: 60 }, (_, n) => messageLife(n, n % 2 ? 1 : 2, n % 2 ? 2 : 1));

/** The table requests and read units of a call with cold caches. */
async function taken(handler: Handler<AllDeps>, asked: Asked) {
  const { table } = memoryTable();
  await teleporterIndexer(table).add(LIVES.flatMap(({ send, receive, execute }) => [send, receive, execute]));
  const { deps } = await depsWith({ table });
  const before = { ...table.meter };
  const { status } = await call(handler, deps, { caller: PRO, ...asked });
  expect(status).toBe(200);
  return { requests: table.meter.requests - before.requests, readUnits: table.meter.readUnits - before.readUnits };
}

describe('the read budget of Teleporter requests', () => {
  const page = { pageSize: '50' };
  test.each<[string, Record<string, string>, number]>([
    ['of a network', { network: 'mainnet' }, 2],
    ['from an address, filtered', { from: address(1), to: address(2), network: 'mainnet' }, 2],
    ['to a blockchain', { destinationBlockchainId: DESTINATION.blockchainId }, 2],
    ['from or to a blockchain', { blockchainId: SOURCE.blockchainId }, 3],
    ['of both networks', {}, 3],
  ])(
    'a page of messages %s takes one Query per list and one batch read of messages and related rows',
    async (_, query, requests) => {
      const used = await taken(list, { query: { ...query, ...page } });
      expect(used.requests).toBe(requests);
      // Entries: 50 of 330 bytes; messages, a token and two blockchain ids: half a unit each.
      expect(used.readUnits).toBeLessThanOrEqual(2.5 * (requests - 1) + 27);
    },
  );
  test('a page of the messages of an address takes one Query per side and one batch read', async () => {
    expect((await taken(ofAddress, { params: { address: address(1) }, query: page })).requests).toBe(3);
  });
  test('an anonymous page of 50 messages is read in two batches, so that its read budget covers any message size', async () => {
    const caller = { plan: 'anonymous', ownerId: 'anonymous' };
    const requests = async (pageSize: string) =>
      (await taken(list, { query: { network: 'mainnet', pageSize }, caller })).requests;
    expect([await requests('10'), await requests('50')]).toEqual([2, 3]);
  });
  test('a single message takes one read for itself and one for its related rows', async () => {
    const messageId = LIVES[0]?.send.messageId ?? '';
    expect((await taken(getOne, { params: { messageId } })).requests).toBe(2);
  });
});

test('a message takes 18 write units from its sending to its receipt', async () => {
  const { table } = memoryTable();
  const indexer = teleporterIndexer(table);
  const { send, receive, execute, receipt } = messageLife(1, 1, 2);
  const units: number[] = [];
  for (const events of [[send], [receive, execute], [receipt]]) {
    const before = table.meter.writeUnits;
    await indexer.add(events);
    units.push(table.meter.writeUnits - before);
  }
  // An event, and a transaction with the message and its five entries; two events and the message; one event and it.
  expect(units).toEqual([13, 3, 2]);
});
