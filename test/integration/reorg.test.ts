import { type Anvil, startAnvil } from '../../demo/anvil';
import { getAddress } from '../../demo/random';
import { FULL } from '../support/full';
import { blockEvents } from '../support/make/events';
import { mine, reorg, rollback, rpc } from '../support/node/anvil';
import { difference, dump } from '../support/service/dump';
import { readUntil } from '../support/service/read-until';
import { type Json, removeFolders, Service, wait } from '../support/service/service';

const CHAIN = '31337';
// Nothing is final: an index from scratch would lack native balances in the rows of old blocks.
const config = (anvil: Anvil) => ({
  chains: [{ chainId: CHAIN, network: 'testnet', rpcUrl: anvil.url, finalityDepth: 1_000 }],
});
const PEOPLE = Array.from({ length: 12 }, (_, n) => getAddress(`reorg ${n}`));

let anvil: Anvil;
let service: Service;
let accounts: string[];

beforeEach(async () => {
  anvil = await startAnvil({ chainId: Number(CHAIN) });
  accounts = (await rpc(anvil.url, 'eth_accounts', [])) as string[];
  await rpc(anvil.url, 'evm_setAutomine', [false]);
});
afterEach(async () => {
  await service?.stop();
  await anvil?.stop();
  removeFolders();
});

const head = async () => Number(await rpc(anvil.url, 'eth_blockNumber', []));
const hashAt = async (number: number) =>
  ((await rpc(anvil.url, 'eth_getBlockByNumber', [`0x${number.toString(16)}`, false])) as { hash: string }).hash;

/** Mines blocks with transactions between the same few people. */
async function grow(blocks: number, seed = 0): Promise<void> {
  for (let b = 0; b < blocks; b++) {
    for (let i = 0; i < 4; i++)
      await rpc(anvil.url, 'eth_sendTransaction', [
        {
          from: accounts[(seed + b + i) % 5],
          to: PEOPLE[(seed * 3 + b * 5 + i * 7) % PEOPLE.length],
          value: '0x64',
          gas: '0x5208',
        },
      ]);
    await mine(anvil.url, 1);
  }
}

/** Waits until the index has reached the node's head. */
async function caughtUp(of = service): Promise<void> {
  const until = Date.now() + 60_000;
  for (;;) {
    const number = await head();
    const { body } = await of.get<Json>(`/v1/chains/${CHAIN}/blocks?pageSize=1`);
    const [block] = (body.blocks as Json[] | undefined) ?? [];
    if (block?.blockHash === (await hashAt(number))) return;
    if (Date.now() > until) throw new Error(`not caught up: ${JSON.stringify(block)} and head ${number} ${of.output}`);
    await wait(100);
  }
}

/** The table and the responses equal an index made from scratch. */
async function equalsFromScratch(rows = /./): Promise<void> {
  const scratch = await new Service(config(anvil)).start();
  try {
    await caughtUp(scratch);
    expect(difference(await dump(service, rows), await dump(scratch, rows))).toEqual([]);
    const paths = [
      `/v1/chains/${CHAIN}/blocks?pageSize=100`,
      `/v1/chains/${CHAIN}/transactions?pageSize=100`,
      '/v1/transactions?network=testnet&pageSize=100&sortOrder=asc',
      '/v1/blocks?network=testnet&pageSize=100',
    ];
    for (const person of PEOPLE)
      paths.push(
        `/v1/chains/${CHAIN}/addresses/${person}/transactions?pageSize=100`,
        `/v1/address/${person}/chains`,
        `/v1/chains/${CHAIN}/addresses/${person}/balances:getNative`,
      );
    for (const path of paths)
      expect([path, (await service.get(path)).body]).toEqual([path, (await scratch.get(path)).body]);
  } finally {
    await scratch.stop();
  }
}

/** Steps of a block and of a rollback, in order, at which a kill must do no harm. */
const STEPS = [
  { name: 'raw put', call: 's3:PutObject', nth: 1 },
  { name: 'pending', call: 'dynamodb:UpdateItem', contains: '"ph"', nth: 1 },
  { name: 'first batch of rows', call: 'dynamodb:BatchWriteItem', nth: 1 },
  { name: 'second batch of rows', call: 'dynamodb:BatchWriteItem', nth: 2 },
  { name: 'events', call: 'events:PutEvents', nth: 1 },
  { name: 'cursor', call: 'dynamodb:UpdateItem', contains: 'REMOVE #p', nth: 1 },
  { name: 'deletes of a rollback', call: 'dynamodb:DeleteItem', nth: 2, reorg: true },
  { name: 'removed events', call: 'events:PutEvents', contains: 'block.removed', nth: 1, reorg: true },
  { name: 'lowered cursor', call: 'dynamodb:UpdateItem', contains: 'REMOVE #p', nth: 1, reorg: true },
];
type Kill = (typeof STEPS)[number] & { readonly when: 'before' | 'after' };
const at = (when: Kill['when'], ...names: string[]): Kill[] =>
  STEPS.filter(({ name }) => names.length === 0 || names.includes(name)).map((step) => ({ ...step, when }));
/** Each step before and after its effect, and the two most harmful ones again: 20. */
const KILLS: Kill[] = FULL
  ? [...at('before'), ...at('after'), ...at('before', 'first batch of rows', 'second batch of rows')]
  : [...at('before', 'first batch of rows'), ...at('after', 'deletes of a rollback')];

/** Events of removed blocks, once there are this many. */
const removed = (count: number) =>
  readUntil(
    async () => (await blockEvents(service, CHAIN)).filter((id) => id.includes(':removed:')).toSorted(),
    (ids) => ids.length >= count,
  );

test(`after a reorg, a lower head and ${KILLS.length} kills at named steps the index equals the last branch`, async () => {
  const other = await startAnvil({ chainId: 31338, blockTime: 1 });
  const stopped = await startAnvil({ chainId: 31339 });
  const chains = [
    ...config(anvil).chains,
    { chainId: '31338', rpcUrl: other.url },
    { chainId: '31339', rpcUrl: stopped.url },
  ];
  await grow(10);
  service = await new Service({ chains }).start();
  await caughtUp();
  await service.indexed('31339', 0);
  await stopped.stop();

  const top = await head();
  const orphans = [await hashAt(top - 2), await hashAt(top - 1), await hashAt(top)];
  await reorg(anvil.url, 3, [[{ from: accounts[0] ?? '', to: PEOPLE[11] ?? '', value: '0x9' }, 1]]);
  await caughtUp();
  expect(await removed(3)).toEqual(orphans.map((hash) => `${CHAIN}:${hash}:removed:1`).toSorted());

  await rollback(anvil.url, 4);
  // A lower head alone is no reorg: the node may lag. The index stays unchanged, and reports the lower head.
  const lower = await readUntil(
    async () =>
      (await service.get<{ details: Record<string, Json> }>('/v1/health-check')).body.details[`chain-${CHAIN}`],
    (now) => now?.head === top - 4,
  );
  expect(lower).toMatchObject({ head: top - 4, indexedBlock: top, status: 'up' });
  await grow(6, 2);
  await caughtUp();
  expect(await removed(3 + 4)).toHaveLength(3 + 4);

  const fell: Record<string, number> = {};
  for (const [round, step] of KILLS.entries()) {
    const { name, reorg: inReorg, ...target } = step;
    const { when } = target;
    await service.breakAt(target);
    if (inReorg) await reorg(anvil.url, 2, []);
    await grow(3, round);
    const ended = await service.endedWithin(30_000);
    expect([name, when, ended]).toEqual([name, when, true]);
    fell[`${when} ${name}`] = (fell[`${when} ${name}`] ?? 0) + 1;
    // The pending blocks are replaced on the node while the service is down.
    if (round === 0) {
      await reorg(anvil.url, 2, []);
      await grow(2, 7);
    }
    await service.start();
    await caughtUp();
  }
  console.log('Kills at each step:', fell);
  expect(Object.values(fell).reduce((sum, count) => sum + count, 0)).toBe(KILLS.length);
  await service.indexed('31338', Number(await rpc(other.url, 'eth_blockNumber', [])));
  // The stopped chain is reported once its follower has the lease again and has tried.
  const down = async () =>
    Object.keys((await service.get<{ error: Record<string, Json> }>('/v1/health-check')).body.error);
  while ((await down()).length === 0) await wait(100);
  expect(await down()).toEqual(['chain-31339']);
  await equalsFromScratch(/^(?!\w+#3133[89]\b)(?!.* 3133[89]$)/);
  const ids = new Set(await blockEvents(service, CHAIN));
  for (let number = 0; number <= (await head()); number++) {
    const added = `${CHAIN}:${await hashAt(number)}:added:1`;
    expect([added, ids.has(added)]).toEqual([added, true]);
  }
  await other.stop();
});
