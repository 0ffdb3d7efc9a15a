import { getCursor } from '../../../lambdas/chain/follower/cursor-of';
import { handler as getBalances } from '../../../lambdas/pchain/api/balances/get-balances-by-addresses';
import { handler as getBlock } from '../../../lambdas/pchain/api/blocks/get-block-by-id';
import { handler as getChainIds } from '../../../lambdas/pchain/api/network/get-chain-ids-for-addresses';
import { handler as listSubnets } from '../../../lambdas/pchain/api/network/list-subnets';
import { handler as getTx } from '../../../lambdas/pchain/api/transactions/get-tx-by-hash';
import { handler as getUtxos } from '../../../lambdas/pchain/api/utxos/get-utxos-by-addresses';
import { handler as getUtxosV2 } from '../../../lambdas/pchain/api/utxos/get-utxos-by-addresses-v2';
import type { RawPBlock } from '../../../lambdas/pchain/domain/raw-block';
import { captureLog } from '../../support/capture-log';
import { type Asked, call, type Handler } from '../../support/endpoints/call';
import type { AllDeps } from '../../support/endpoints/deps';
import { NOTHING, ofNetwork, ofPChain } from '../../support/endpoints/primary-network';
import { some } from '../../support/full';
import { killedAtCalls } from '../../support/kills';
import { muteLog } from '../../support/mute-log';
import { everybodyIn } from '../../support/pchain/expected/everybody';
import { CHAIN, indexedNetwork } from '../../support/pchain/indexed';
import { RECORDINGS } from '../../support/pchain/recorded';
import { primaryDeps } from '../../support/pchain/world';

muteLog();

type Options = NonNullable<Parameters<typeof indexedNetwork>[1]>;
type Indexed = Awaited<ReturnType<typeof indexedNetwork>>;
/** Enough for the lease of a killed session to expire. */
const SESSIONS = 40;
/** Kills for each kind of call in `npm test`. */
const KILLS = 2;
const SEED = `states/${CHAIN}/seed`;

const [PATH] = RECORDINGS;
/** A height with subnets, L1s, a delegation and auto-renewed validators. */
const FROM = 203;
/** Later blocks that include the end of a cycle and of a stake with restaked rewards. */
const SOME = 38;

const seeded = (options: Options = {}, path: string = PATH) =>
  indexedNetwork(path, { start: 'head', oldDurango: true, ...options });
/** Indexed rows without the cursor and snapshot times, which depend on the steps taken. */
const toRows = async ({ items }: Indexed): Promise<string[]> =>
  (await items()).filter((item) => !/^(cur|pm)#/.test(item));
const ask = async (net: Indexed, handler: Handler<AllDeps>, asked: Asked) => {
  const { status, body } = await call(handler, (await primaryDeps(net)).deps, asked);
  return [status, body.message];
};

describe('an index that starts at the head', () => {
  let whole: string[];
  /** Rows after `SOME` blocks. */
  let part: string[];
  beforeAll(async () => {
    const net = await seeded();
    await net.followTo(FROM);
    await net.followTo(FROM + SOME);
    part = await toRows(net);
    await net.followTo(net.recorded.last);
    whole = await toRows(net);
    await net.stop();
  });

  test('indexing in small steps, each in a new session, produces the same rows', async () => {
    const net = await seeded();
    const { last } = net.recorded;
    for (const height of some([...new Array(last + 1).keys()].slice(FROM), 3)) await net.followTo(height);
    expect(await toRows(net)).toEqual(whole);
    expect((await getCursor(net.table, CHAIN))?.start).toBe(FROM);
    await net.stop();
  });

  test('a kill before or after a table or bucket call leads to the same rows', async () => {
    const killed = await killedAtCalls(
      KILLS,
      async (gate) => {
        const net = await seeded({
          table: (call, when) => gate(`${call} ${when}`),
          bucket: (call, key) => gate(`${call} ${key === SEED ? 'of the seed' : ''}`),
        });
        await net.followTo(FROM, SESSIONS);
        await net.followTo(FROM + SOME, SESSIONS);
        const rows = await toRows(net);
        await net.stop();
        return rows;
      },
      (rows, where) => expect([where, rows]).toEqual([where, part]),
    );
    for (const step of [
      'PutObjectCommand of the seed',
      'GetObjectCommand of the seed',
      'TransactWriteItems before',
      'TransactWriteItems after',
    ])
      expect([step, killed.get(step) ?? 0]).not.toEqual([step, 0]);
    for (const step of ['BatchWriteItem before', 'BatchWriteItem after', 'UpdateItem before', 'UpdateItem after'])
      expect([step, (killed.get(step) ?? 0) > 1]).toEqual([step, true]);
  });

  test('a session killed after its seed is stored resumes from that seed although the head has moved', async () => {
    let isDown = true;
    const net = await seeded({
      table(call) {
        if (call === 'TransactWriteItems' && isDown) throw new Error('killed');
      },
    });
    await net.followTo(FROM);
    expect([await getCursor(net.table, CHAIN), net.bucket.objects.has(SEED)]).toEqual([undefined, true]);
    isDown = false;
    await net.followTo(net.recorded.last);
    expect(await toRows(net)).toEqual(whole);
    await net.stop();
  });

  test('a seed stored first by another session is kept', async () => {
    const other = await seeded();
    await other.followTo(FROM);
    const net = await seeded({
      bucket(call, key) {
        const first = other.bucket.objects.get(SEED);
        // Right before this session stores its own.
        if (call === 'PutObjectCommand' && key === SEED && first) net.bucket.objects.set(SEED, first);
      },
    });
    await net.followTo(FROM + 30);
    expect((await getCursor(net.table, CHAIN))?.start).toBe(FROM);
    await net.followTo(net.recorded.last);
    expect(await toRows(net)).toEqual(whole);
    await Promise.all([net.stop(), other.stop()]);
  });

  test('lost states are replayed from the seed', async () => {
    const net = await seeded();
    for (let height = FROM; height < 280; height += 3) await net.followTo(height);
    const states = [...net.bucket.objects.keys()].filter((key) => key.startsWith(`states/${CHAIN}/from-`));
    expect(states.length).toBe(2);
    for (const key of states) net.bucket.objects.delete(key);
    await net.followTo(net.recorded.last);
    expect(await toRows(net)).toEqual(whole);
    await net.stop();
  });

  test('leftover states of an index from the first block are ignored', async () => {
    const complete = await indexedNetwork(PATH);
    for (let height = 0; height < 190; height += 10) await complete.followTo(height);
    const net = await seeded();
    for (const [key, object] of complete.bucket.objects) net.bucket.objects.set(key, object);
    for (const [key, about] of complete.bucket.metadata) net.bucket.metadata.set(key, about);
    await net.followTo(FROM);
    await net.followTo(net.recorded.last);
    expect(await toRows(net)).toEqual(whole);
    await Promise.all([net.stop(), complete.stop()]);
  });

  test.each(['gone', 'of another block'])('a needed seed that is %s stops indexing without writes', async (how) => {
    const [net, other] = await Promise.all([seeded(), seeded()]);
    await net.followTo(FROM);
    await other.followTo(FROM + 30);
    const before = await toRows(net);
    const another = other.bucket.objects.get(SEED);
    net.bucket.objects.clear();
    if (how === 'of another block' && another) net.bucket.objects.set(SEED, another);
    await net.followTo(FROM + 10);
    expect(await toRows(net)).toEqual(before);
    expect((await getCursor(net.table, CHAIN))?.number).toBe(FROM);
    await Promise.all([net.stop(), other.stop()]);
  });

  test('a state lost to an unreadable block is replayed from the seed after an update', async () => {
    let isUpdated = false;
    const newer = (raw: RawPBlock): RawPBlock =>
      raw.number === FROM + 12 && !isUpdated
        ? {
            ...{ number: raw.number, parentHash: raw.parentHash, time: raw.time },
            block: { id: raw.block.id, type: 'Unreadable', reason: 'unknown type 77 at byte 2', size: 300 },
            bytes: '0x00000000004d',
            unreadable: { txIds: [] },
          }
        : raw;
    const net = await seeded({ alter: newer });
    await net.followTo(FROM);
    await net.followTo(FROM + 40);
    isUpdated = true;
    await net.followTo(net.recorded.last);
    expect(await toRows(net)).toEqual(whole);
    await net.stop();
  });
});

describe('answers of an index that started at the head', () => {
  let net: Indexed;
  beforeAll(async () => {
    net = await seeded();
    await net.followTo(FROM);
    await net.followTo(FROM + 9);
  });
  afterAll(() => net.stop());

  const PART = `are not indexed on this deployment: its index starts at block ${FROM}, and earlier holdings are unknown`;
  test('balances and outputs of addresses answer 404', async () => {
    const [address = ''] = everybodyIn(net.recorded.recording).addresses;
    const addresses = { addresses: address };
    expect(await ask(net, getBalances, ofPChain(addresses))).toEqual([
      404,
      `balances on the P-Chain of recorded ${PART}`,
    ]);
    expect(await ask(net, getBalances, ofPChain({ ...addresses, blockTimestamp: '1' }))).toEqual([
      404,
      expect.stringContaining(PART),
    ]);
    const message = `outputs of addresses on the P-Chain of recorded ${PART}`;
    expect(await ask(net, getUtxos, ofPChain(addresses))).toEqual([404, message]);
    expect(await ask(net, getUtxosV2, { ...ofPChain(), body: addresses })).toEqual([404, message]);
  });
  test('a 404 names the range of indexed blocks', async () => {
    const range = `(indexed from block ${FROM} up to ${FROM + 9})`;
    const of = 'the P-Chain of recorded';
    expect(await ask(net, getBlock, ofPChain({}, { blockId: '7' }))).toEqual([
      404,
      `block 7 on ${of} ${range} was not found`,
    ]);
    const asked = ofPChain({}, { txHash: NOTHING });
    expect(await ask(net, getTx, asked)).toEqual([404, `transaction ${NOTHING} on ${of} ${range} was not found`]);
  });
  test('chains are listed only for addresses with activity since the seed', async () => {
    const { addresses } = everybodyIn(net.recorded.recording);
    const { body } = await call(getChainIds, (await primaryDeps(net)).deps, ofNetwork({ addresses: addresses.join() }));
    const rows = body.addresses as { address: string; blockchainIds?: string[] }[];
    expect(new Set(rows.map(({ blockchainIds }) => blockchainIds?.length))).toEqual(new Set([1, undefined]));
  });
});

test('requests answer 503 while the seed is being written', async () => {
  const answers: unknown[] = [];
  const net = await seeded({
    async table(call, when) {
      if (call === 'BatchWriteItem' && when === 'after' && (await getCursor(net.table, CHAIN))?.number === FROM - 1)
        answers.push(await ask(net, listSubnets, ofNetwork()));
    },
  });
  await net.followTo(FROM);
  expect(answers.length).toBeGreaterThan(3);
  for (const answer of answers) expect(answer).toEqual([503, 'the P-Chain of recorded is not indexed yet; try again']);
  expect(await ask(net, listSubnets, ofNetwork())).toEqual([200, undefined]);
  await net.stop();
});

test('a network at its genesis is indexed from there without a seed', async () => {
  const net = await seeded();
  await net.followTo(0);
  expect(await getCursor(net.table, CHAIN)).toMatchObject({ start: 0, number: 0 });
  expect(net.bucket.objects.has(SEED)).toBe(false);
  await net.stop();
});

test('a network with recently activated Durango is not seeded because pending stakes are unknown', async () => {
  const net = await seeded({ oldDurango: false }, RECORDINGS[1]);
  const log = captureLog();
  await net.followTo(40, 2);
  log.restore();
  expect(await getCursor(net.table, CHAIN)).toBeUndefined();
  expect(log.lines).toContainEqual({
    ...{ timestamp: expect.any(String), level: 'WARN', message: 'node call failed', chainId: CHAIN },
    reason:
      'starting at the head requires Durango to have been active for 14 days: nodes do not report stakes that are still pending from before',
  });
  await net.stop();
});

test('seeding costs no more write units than documented', async () => {
  for (const from of [16, 75, 112, FROM, 249]) {
    const net = await seeded();
    await net.followTo(from);
    const { validators, delegators, l1, subnets, chains } = await getCounts(net);
    const most = 20 + 15 * validators + 9 * delegators + 5 * l1 + 4 * subnets + 6 * chains;
    expect([from, net.table.meter.writeUnits <= most]).toEqual([from, true]);
    expect(net.table.meter.writeUnits).toBeGreaterThan(most / 2);
    await net.stop();
  }
});

async function getCounts(net: Indexed) {
  const rows = await net.items();
  const those = (prefix: string) => rows.filter((row) => row.startsWith(prefix)).length;
  const chains = rows.filter((row) => row.startsWith('ps#') && row.includes('"blockchainId"')).length;
  return {
    validators: those('pn#'),
    delegators: those('pg#'),
    l1: those('pw#'),
    subnets: those('ps#') - chains,
    chains,
  };
}
