import { type Anvil, startAnvil } from '../../demo/anvil';
import { calls } from '../../demo/calls';
import { FULL } from '../support/full';
import { isParty } from '../support/make/token-world';
import { mine, type ReorgTransaction, reorg, rpc } from '../support/node/anvil';
import { deployNasty, mineBlock } from '../support/node/nasty';
import { type NodeProxy, nodeProxy, withoutState } from '../support/node/node-proxy';
import { record } from '../support/node/replay-node';
import { type TokenTraffic, tokenTraffic } from '../support/node/token-traffic';
import { getPairs, type Holdings, holdingsAt } from '../support/oracles/holdings';
import type { PlainTransfer } from '../support/oracles/plain-transfers';
import { transferViews } from '../support/oracles/transfer-views';
import { balancesPage, holdingsShown, shownAs } from '../support/service/balances-shown';
import { dump } from '../support/service/dump';
import { toEach } from '../support/service/parallel';
import { type Json, removeFolders, Service, wait } from '../support/service/service';

const CHAIN = '31337';
const AT = `/v1/chains/${CHAIN}`;
const DEPTH = 5;
type Hex = `0x${string}`;

let anvil: Anvil;
let proxy: NodeProxy;
let service: Service;
/** Every transfer so far, on this branch or an abandoned one. */
let everMoved: PlainTransfer[];
let traffic: TokenTraffic;
let seed = 40;

beforeAll(async () => {
  anvil = await startAnvil({ chainId: Number(CHAIN) });
  proxy = await nodeProxy(anvil.url);
  service = await new Service({ chains: [{ chainId: CHAIN, network: 'testnet', rpcUrl: proxy.url }] }).start();
  everMoved = [];
  await move(FULL ? 30 : 8);
});
afterAll(async () => {
  await service?.stop();
  proxy?.stop();
  await anvil?.stop();
  removeFolders();
});

const head = async () => Number(await rpc(anvil.url, 'eth_blockNumber', []));

/** Sends more traffic (or none) on the current branch, and records its transfers. */
async function move(blocks: number): Promise<void> {
  traffic = await tokenTraffic(anvil.url, ++seed, blocks);
  everMoved.push(...traffic.transfers);
}

/** Waits until the index has reached the node's head, in every function. */
async function caughtUp(): Promise<void> {
  const last = (await rpc(anvil.url, 'eth_getBlockByNumber', ['latest', false])) as { hash: string };
  for (const until = Date.now() + 120_000; ; await wait(100)) {
    const { body } = await service.get<{ blocks?: Json[] }>(`${AT}/blocks?pageSize=1`);
    if (body.blocks?.[0]?.blockHash === last.hash) return service.indexed(CHAIN, await head());
    if (Date.now() > until) throw new Error(`not caught up: ${JSON.stringify(body)} ${service.output}`);
  }
}

/** The compared holders: all, except most recipients of the airdrop. */
function holders(): string[] {
  const all = [...new Set(everMoved.flatMap(({ from, to }) => [from, to]))];
  const dropped = new Set(everMoved.filter(({ token }) => token === traffic.contracts.Airdrop).map(({ to }) => to));
  return all.filter((holder, i) => FULL || !dropped.has(holder) || i % 100 === 0);
}

/** The tokens' current balances of all holders, without tokens that change balances without a transfer. */
async function truth(): Promise<Map<string, Holdings>> {
  const { Rebasing, MintsSilently } = traffic.contracts;
  const pairs = getPairs(everMoved).filter(({ token }) => token !== Rebasing && token !== MintsSilently);
  return holdingsAt(anvil.url, pairs, await head());
}
const moving = (rows: readonly string[]) => {
  const { Rebasing, MintsSilently } = traffic.contracts;
  return rows.filter((row) => !row.startsWith(Rebasing) && !row.startsWith(MintsSilently));
};

/** Holders with lists that differ from the tokens' answers, with both. */
async function differences() {
  const told = await truth();
  const found = await toEach(holders(), async (holder) => {
    const all = await holdingsShown(service, CHAIN, holder, 100);
    const shown = { ...all, 'ERC-20': moving(all['ERC-20']) };
    const right = shownAs(told.get(holder));
    return JSON.stringify(shown) === JSON.stringify(right) ? [] : [{ holder, shown, right }];
  });
  return found.flat();
}

/** The lists of every token and party match the node's chain. */
async function listsAreTheChains(): Promise<void> {
  const { transfers, contracts } = traffic;
  const views = transferViews(await record(anvil.url), contracts);
  const expected = (some: readonly PlainTransfer[]) => some.toReversed().map(views.listed);
  await toEach([...new Set(everMoved.map(({ token }) => token))], async (token) => {
    const rows = await service.all(`${AT}/tokens/${token}/transfers`, 'transfers', 100);
    expect(rows).toMatchObject(expected(transfers.filter((transfer) => transfer.token === token)));
  });
  await toEach(holders(), async (holder) => {
    const own = transfers.filter(isParty(holder));
    for (const kind of ['ERC-20', 'ERC-721', 'ERC-1155']) {
      const list = `${AT}/addresses/${holder}/transactions:list${kind.replace('ERC-', 'Erc')}`;
      const rows = await service.all(list, 'transactions', 100);
      expect(rows).toMatchObject(expected(own.filter((transfer) => transfer.kind === kind)));
    }
  });
}

/** Replaces the last blocks with blocks in which other tokens move between the same people. */
async function away(): Promise<void> {
  const accounts = (await rpc(anvil.url, 'eth_accounts', [])) as Hex[];
  const { token, collectible, items, NoMetadata } = traffic.contracts as Record<string, Hex>;
  const [ann, bob, cat] = accounts;
  if (!ann || !bob || !cat || !token || !collectible || !items || !NoMetadata) throw new Error('nobody is there');
  const sends: ReorgTransaction[] = [
    [{ from: ann, to: token, data: calls.transferTokens(bob, 12_345n) }, 0],
    [{ from: bob, to: collectible, data: calls.mintCollectible(cat) }, 1],
    [{ from: cat, to: items, data: calls.mintItems(ann, [1n, 9n], [5n, 6n]) }, 1],
    [{ from: cat, to: NoMetadata, data: calls.mintTokens(bob, 77n) }, 3],
  ];
  await reorg(
    anvil.url,
    DEPTH,
    sends.map(([send, block]) => [{ ...send, gas: '0xf4240' } as ReorgTransaction[0], block]),
  );
  await move(0);
}

describe(`a reorg of depth ${DEPTH} over token traffic`, () => {
  test('balances, owners and lists match the node after a reorg', async () => {
    await caughtUp();
    expect(await differences()).toEqual([]);
    const before = await truth();
    const orphaned = (await head()) - DEPTH + 1;
    const gone = await rpc(anvil.url, 'eth_getBlockByNumber', [`0x${orphaned.toString(16)}`, false]);
    await away();
    await caughtUp();
    expect(gone).not.toEqual(await rpc(anvil.url, 'eth_getBlockByNumber', [`0x${orphaned.toString(16)}`, false]));
    expect(await differences()).toEqual([]);
    const [was, is] = [JSON.stringify([...before]), JSON.stringify([...(await truth())])];
    expect(is).not.toBe(was);
    await listsAreTheChains();
    await move(2);
    await caughtUp();
    expect(await differences()).toEqual([]);
    await listsAreTheChains();
  });

  test('without state from the node no stale balance is shown, and unread ones are repaired once it answers', async () => {
    await move(DEPTH);
    await caughtUp();
    proxy.refuse(withoutState);
    await away();
    await caughtUp();
    const told = await truth();
    const owed = async () => [...(await dump(service, /^b#/)).values()].filter((item) => item.includes('g3p=')).length;
    for (const list of ['ERC-20', 'ERC-721', 'ERC-1155'] as const) {
      const statuses = await toEach(holders(), async (holder) => {
        const asked = { chain: CHAIN, holder, list, query: 'pageSize=500' };
        const { status, rows, body } = await balancesPage(service, asked);
        if (status === 200) expect([holder, moving(rows)]).toEqual([holder, told.get(holder)?.[list] ?? []]);
        else expect(body.message).toMatch('keeps no state of block');
        return status;
      });
      expect([list, new Set(statuses)]).toEqual([list, new Set([200, 503])]);
    }
    expect(await owed()).toBeGreaterThan(10);
    proxy.refuse();
    // Answered live at once, and stored soon after.
    expect(await differences()).toEqual([]);
    for (const until = Date.now() + 60_000; (await owed()) > 0 && Date.now() < until; ) await wait(1_000);
    expect(await owed()).toBe(0);
    expect(await differences()).toEqual([]);
  });
});

/** Steps of a block with a new token, in order, at which a kill must do no harm. */
const STEPS = [
  { name: 'raw put', call: 's3:PutObject', nth: 1 },
  { name: 'pending', call: 'dynamodb:UpdateItem', contains: '"ph"', nth: 1 },
  { name: 'rows', call: 'dynamodb:BatchWriteItem', nth: 1 },
  { name: 'more rows', call: 'dynamodb:BatchWriteItem', nth: 2 },
  { name: 'new token told of', call: 'sqs:SendMessageBatch', nth: 1 },
  { name: 'token read', call: 'dynamodb:UpdateItem', contains: '"y"', nth: 1 },
  { name: 'cursor', call: 'dynamodb:UpdateItem', contains: 'REMOVE #p', nth: 1 },
];
const KILLS = STEPS.flatMap((step) => [
  { ...step, when: 'before' as const },
  { ...step, when: 'after' as const },
]).filter(({ name, when }) => FULL || `${when} ${name}` === 'before new token told of');

test(`balances are right and every new token is read after ${KILLS.length} kills at named steps`, async () => {
  const nasty = await deployNasty(anvil.url);
  const [from] = (await rpc(anvil.url, 'eth_accounts', [])) as [Hex];
  for (const [round, { name, ...step }] of KILLS.entries()) {
    const token = await nasty.deploy('SpamToken', `Killed ${round}`, `K${round}`);
    await caughtUp();
    await service.breakAt(step);
    await mineBlock(anvil.url, [{ from, to: token, data: calls.mintTokens(from, 5n) }]);
    await move(1);
    expect([name, step.when, await service.endedWithin(30_000)]).toEqual([name, step.when, true]);
    await service.start();
    await mine(anvil.url, 1);
    await caughtUp();
    const symbol = async () => {
      const { body } = await service.get(`${AT}/tokens/${token}/transfers`);
      return ((body.transfers as Json[])[0]?.erc20Token as Json | undefined)?.symbol;
    };
    for (const until = Date.now() + 120_000; (await symbol()) !== `K${round}` && Date.now() < until; ) await wait(200);
    expect([name, step.when, await symbol()]).toEqual([name, step.when, `K${round}`]);
  }
  expect(await differences()).toEqual([]);
  await listsAreTheChains();
});
