import { getCursor } from '../../../lambdas/chain/follower/cursor-of';
import { handler as getBalances } from '../../../lambdas/pchain/api/balances/get-balances-by-addresses';
import { handler as getBlock } from '../../../lambdas/pchain/api/blocks/get-block-by-id';
import { handler as getChainIds } from '../../../lambdas/pchain/api/network/get-chain-ids-for-addresses';
import { handler as listSubnets } from '../../../lambdas/pchain/api/network/list-subnets';
import { handler as getTx } from '../../../lambdas/pchain/api/transactions/get-tx-by-hash';
import { handler as getUtxos } from '../../../lambdas/pchain/api/utxos/get-utxos-by-addresses';
import { handler as getUtxosV2 } from '../../../lambdas/pchain/api/utxos/get-utxos-by-addresses-v2';
import type { RawPBlock } from '../../../lambdas/pchain/domain/raw-block';
import { type Asked, call, type Handler } from '../../support/endpoints/call';
import type { AllDeps } from '../../support/endpoints/deps';
import { NOTHING, ofNetwork, ofPChain } from '../../support/endpoints/primary-network';
import { muteLog } from '../../support/follower/mute-log';
import { some } from '../../support/full';
import { killedAtCalls } from '../../support/kills';
import { everybodyIn } from '../../support/pchain/expected/everybody';
import { CHAIN, indexedNetwork } from '../../support/pchain/indexed';
import { RECORDINGS } from '../../support/pchain/recorded';
import { primaryDeps } from '../../support/pchain/world';

muteLog();

type Options = NonNullable<Parameters<typeof indexedNetwork>[1]>;
type Indexed = Awaited<ReturnType<typeof indexedNetwork>>;
/** More than it takes until the lease of who was killed has expired. */
const SESSIONS = 40;
/** Of each kind of call in `npm test`. */
const KILLS = 2;
const SEED = `states/${CHAIN}/seed`;

const [PATH] = RECORDINGS;
/** Everything goes on there: subnets and L1s, a stake of a delegator, and validators that renew themselves. */
const FROM = 203;
/** Blocks with the end of a cycle, and of a stake that has restaked rewards. */
const SOME = 38;

const seeded = (options: Options = {}, path: string = PATH) =>
  indexedNetwork(path, { start: 'head', oldDurango: true, ...options });
/** What is indexed, whatever the way there: without the cursor, and without the times of snapshots. */
const toRows = async ({ items }: Indexed): Promise<string[]> =>
  (await items()).filter((item) => !/^(cur|pm)#/.test(item));
const ask = async (net: Indexed, handler: Handler<AllDeps>, asked: Asked) => {
  const { status, body } = await call(handler, (await primaryDeps(net)).deps, asked);
  return [status, body.message];
};

describe('an index that begins at the head', () => {
  let whole: string[];
  /** Its rows some blocks later. */
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

  test('by one block or few, and with a new session for each time, it comes to the same rows', async () => {
    const net = await seeded();
    const { last } = net.recorded;
    for (const height of some([...new Array(last + 1).keys()].slice(FROM), 3)) await net.followTo(height);
    expect(await toRows(net)).toEqual(whole);
    expect((await getCursor(net.table, CHAIN))?.start).toBe(FROM);
    await net.stop();
  });

  test('killed before or after any call of the table or the bucket, it comes to the same rows', async () => {
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

  test('killed once the seed is in the bucket, it begins with that one, though the head has moved on', async () => {
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

  test('a seed that another session has put first stays', async () => {
    const other = await seeded();
    await other.followTo(FROM);
    const net = await seeded({
      bucket(call, key) {
        const first = other.bucket.objects.get(SEED);
        // Right before its own is put.
        if (call === 'PutObjectCommand' && key === SEED && first) net.bucket.objects.set(SEED, first);
      },
    });
    await net.followTo(FROM + 30);
    expect((await getCursor(net.table, CHAIN))?.start).toBe(FROM);
    await net.followTo(net.recorded.last);
    expect(await toRows(net)).toEqual(whole);
    await Promise.all([net.stop(), other.stop()]);
  });

  test('where its states are lost, it replays from the seed', async () => {
    const net = await seeded();
    for (let height = FROM; height < 280; height += 3) await net.followTo(height);
    const states = [...net.bucket.objects.keys()].filter((key) => key.startsWith(`states/${CHAIN}/from-`));
    expect(states.length).toBe(2);
    for (const key of states) net.bucket.objects.delete(key);
    await net.followTo(net.recorded.last);
    expect(await toRows(net)).toEqual(whole);
    await net.stop();
  });

  test('states of an index from the first block on, which the bucket still has, are none of it', async () => {
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

  test.each(['gone', 'of another block'])(
    'where the seed is %s and is needed, it stops, and writes nothing',
    async (how) => {
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
    },
  );

  test('a block that it cannot read loses the state, and an update replays from the seed', async () => {
    let isUpdated = false;
    const newer = (raw: RawPBlock): RawPBlock =>
      raw.number === FROM + 12 && !isUpdated
        ? {
            ...{ number: raw.number, parentHash: raw.parentHash, time: raw.time },
            block: { id: raw.block.id, type: 'Unreadable', reason: 'unknown type 77 at byte 2', size: 300 },
            unreadable: { bytes: '0x00000000004d', txIds: [] },
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

describe('what it answers', () => {
  let net: Indexed;
  beforeAll(async () => {
    net = await seeded();
    await net.followTo(FROM);
    await net.followTo(FROM + 9);
  });
  afterAll(() => net.stop());

  const PART = `are not indexed on this deployment: its index starts at block ${FROM}, and earlier holdings are unknown`;
  test('404: balances and outputs of addresses', async () => {
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
  test('404 of what it does not have says which blocks it has', async () => {
    const range = `(indexed from block ${FROM} up to ${FROM + 9})`;
    const of = 'the P-Chain of recorded';
    expect(await ask(net, getBlock, ofPChain({}, { blockId: '7' }))).toEqual([
      404,
      `block 7 on ${of} ${range} was not found`,
    ]);
    const asked = ofPChain({}, { txHash: NOTHING });
    expect(await ask(net, getTx, asked)).toEqual([404, `transaction ${NOTHING} on ${of} ${range} was not found`]);
  });
  test('chains of addresses: none are said of who did nothing since', async () => {
    const { addresses } = everybodyIn(net.recorded.recording);
    const { body } = await call(getChainIds, (await primaryDeps(net)).deps, ofNetwork({ addresses: addresses.join() }));
    const rows = body.addresses as { address: string; blockchainIds?: string[] }[];
    expect(new Set(rows.map(({ blockchainIds }) => blockchainIds?.length))).toEqual(new Set([1, undefined]));
  });
});

test('503 while its rows are written', async () => {
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

test('a network whose head is its genesis is indexed from there', async () => {
  const net = await seeded();
  await net.followTo(0);
  expect(await getCursor(net.table, CHAIN)).toMatchObject({ start: 0, number: 0 });
  expect(net.bucket.objects.has(SEED)).toBe(false);
  await net.stop();
});

test('a network that has just got Durango is not seeded: nobody tells who waits for the start of a stake', async () => {
  const net = await seeded({ oldDurango: false }, RECORDINGS[1]);
  await net.followTo(40, 2);
  expect(await getCursor(net.table, CHAIN)).toBeUndefined();
  expect(console.warn).toHaveBeenCalledWith({
    chainId: CHAIN,
    message:
      'starting at the head requires Durango to have been active for 14 days: nodes do not report stakes that are still pending from before',
  });
  await net.stop();
});

test('it costs no more write units than the documentation says', async () => {
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

/** How much of everything a network has. */
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
