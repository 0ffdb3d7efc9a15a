import { getCursor } from '../../../lambdas/chain/follower/cursor-of';
import type { RawPBlock } from '../../../lambdas/pchain/domain/raw-block';
import type { Replay } from '../../../lambdas/pchain/domain/replay/lenient';
import { pBlockReader } from '../../../lambdas/pchain/rows/block-reader';
import { pTxReader } from '../../../lambdas/pchain/rows/tx-readers';
import { muteLog } from '../../support/mute-log';
import { CHAIN, indexedNetwork, NETWORK } from '../../support/pchain/indexed';
import { RECORDINGS } from '../../support/pchain/recorded';

muteLog();

const [PATH] = RECORDINGS;
const AT = 100;
const UNKNOWN_TX = `0x${'7e'.repeat(32)}`;

/** Whether the service was updated to know all types. */
let isUpdated = false;
/** Replaces a block with one of an unknown type until the update. */
const newer = (raw: RawPBlock): RawPBlock =>
  raw.number === AT && !isUpdated
    ? {
        ...{ number: raw.number, parentHash: raw.parentHash, time: raw.time },
        block: { id: raw.block.id, type: 'Unreadable', reason: 'unknown type 77 at byte 2', size: 300 },
        bytes: '0x00000000004d',
        unreadable: { txIds: [UNKNOWN_TX] },
      }
    : raw;

describe('a block of an unknown type', () => {
  let net: Awaited<ReturnType<typeof indexedNetwork>>;
  const checked: Replay[] = [];
  beforeAll(async () => {
    net = await indexedNetwork(PATH, { alter: newer, check: async (replay) => void checked.push(replay) });
    await net.followTo(AT - 10);
    await net.followTo(AT + 20);
  });
  afterAll(() => net.stop());

  test('the indexer continues past the block', async () => {
    expect(await getCursor(net.table, CHAIN)).toMatchObject({ number: AT + 20, halted: false });
  });
  test('the block is stored as Unreadable and its transactions as UNKNOWN', async () => {
    const block = await pBlockReader(net.table).byNumber(NETWORK, AT);
    expect(block).toMatchObject({ number: AT, type: 'Unreadable', txIds: [UNKNOWN_TX], size: 300 });
    const [tx] = await pTxReader(net.table).byIds(NETWORK, [UNKNOWN_TX]);
    expect(tx).toEqual(expect.objectContaining({ id: UNKNOWN_TX, type: 'UNKNOWN', place: { block: AT, tx: 0 } }));
  });
  test('only blocks before it have state totals', async () => {
    const after = async (height: number) => (await pBlockReader(net.table).byNumber(NETWORK, height))?.after;
    expect(await after(AT - 1)).toEqual(expect.objectContaining({ active: expect.any(Number) }));
    expect([await after(AT), await after(AT + 5)]).toEqual([undefined, undefined]);
  });
  test('the state check receives the failed block in this session and the next', async () => {
    const lost = { height: AT, reason: 'unknown type 77 at byte 2' };
    expect(checked.at(-1)?.diverged).toEqual(lost);
    await net.followTo(AT + 30);
    expect(checked.at(-1)?.diverged).toEqual(lost);
    expect(await getCursor(net.table, CHAIN)).toMatchObject({ number: AT + 30 });
  });
  test('later transactions keep their spent outputs', async () => {
    const { txIds = [] } = (await pBlockReader(net.table).byNumber(NETWORK, AT + 5)) ?? {};
    const [tx] = await pTxReader(net.table).byIds(NETWORK, txIds);
    expect(tx?.additions.spent?.length).toBeGreaterThan(0);
  });
  test('after an update, all rows equal those of an index that never lost its state', async () => {
    const toRows = async ({ items }: typeof net) =>
      (await items()).filter((item) => !/^(cur|pm)#/.test(item) && !item.includes(UNKNOWN_TX.slice(2)));
    isUpdated = true;
    await net.followTo(net.recorded.last);
    const clean = await indexedNetwork(PATH);
    await clean.followTo(clean.recorded.last);
    expect(await toRows(net)).toEqual(await toRows(clean));
    expect(checked.at(-1)?.diverged).toBeUndefined();
    await clean.stop();
  });
});
