import type { Chain } from '../../../lambdas/core/contract/config';
import { toCb58 } from '../../../lambdas/core/domain/cb58';
import { NodeDown, NodeRefused } from '../../../lambdas/core/node/errors';
import type { RawBlock } from '../../../lambdas/evm/domain/rpc';
import { createBlockchainId } from '../../../lambdas/evm/indexer/blockchain-id';
import { blockchainIdItems } from '../../../lambdas/evm/teleporter/rows/items';
import { captureLog } from '../../support/capture-log';
import { aChain, aRawBlock, hash } from '../../support/make/blocks';
import { teleporterLog } from '../../support/make/teleporter';
import { SEND } from '../../support/make/teleporter-samples';
import { memoryTable } from '../../support/tables/memory';

const [concerned, other] = [
  aRawBlock(1, [{ from: 1, to: 2, logs: [teleporterLog(SEND)] }]),
  aRawBlock(2, [{ from: 1, to: 2 }]),
];
/** Reported ids are cached by chain across all tests of a process. */
let chains = 9_000_000;

function world(answer: () => Promise<string | undefined>, fields: Partial<Chain> = {}) {
  const { table, items } = memoryTable();
  chains += 1;
  const chain = aChain({ chainId: String(chains), ...fields });
  let asked = 0;
  const node = {
    async blockchainId() {
      asked += 1;
      return answer();
    },
  };
  const clock = { now: 1_700_000_000_000 };
  const toIds = async (...raws: RawBlock[]) =>
    (await createBlockchainId({ chain, table, node }, () => clock.now)(raws)).map(({ blockchainId }) => blockchainId);
  return { chain, table, items, toIds, asked: () => asked, clock };
}

describe("a chain's blockchain id", () => {
  test('the blockchain id is read from the node once, stored for readers, and set only on blocks with messages', async () => {
    const { chain, toIds, items, asked } = world(async () => hash(5));
    expect(await toIds(other)).toEqual([undefined]);
    expect(await toIds(concerned, other)).toEqual([hash(5), undefined]);
    expect(asked()).toBe(1);
    expect(await items()).toEqual([
      `bc#${hash(5)} c c=${chain.chainId}`,
      `bo#${chain.chainId} b i=${hash(5).slice(2)}`,
    ]);
  });
  test('a configured blockchain id takes precedence over the node', async () => {
    const { toIds, items, asked } = world(async () => hash(5), { blockchainId: toCb58(hash(6)) });
    expect(await toIds(concerned)).toEqual([hash(6)]);
    expect([asked(), await items()]).toEqual([0, []]);
  });
  test('a failing node is asked again, and holds up only blocks with messages', async () => {
    let isDown = true;
    const { toIds } = world(async () => {
      if (isDown) throw new NodeDown('away');
      return hash(5);
    });
    expect(await toIds(other)).toEqual([undefined]);
    await expect(toIds(concerned)).rejects.toThrow('away');
    isDown = false;
    expect(await toIds(concerned)).toEqual([hash(5)]);
  });
  test('blocks without messages ask a failing node once a minute', async () => {
    const { toIds, asked, clock } = world(async () => {
      throw new NodeDown('away');
    });
    for (const [later, times] of [
      [0, 1],
      [59_000, 1],
      [2_000, 2],
    ] as const) {
      clock.now += later;
      expect([await toIds(other), asked()]).toEqual([[undefined], times]);
    }
  });
  test('a refusal of the node leaves the blockchain id out and logs that it is missing', async () => {
    const log = captureLog();
    const { toIds, asked } = world(async () => {
      throw new NodeRefused(-32_000, 'missing trie node', 'state gone');
    });
    expect([await toIds(concerned), await toIds(concerned), asked()]).toEqual([[undefined], [undefined], 2]);
    expect(JSON.stringify(log.lines)).toContain('set blockchainId in the configuration');
    log.restore();
  });
  test('the stored blockchain id of an earlier process is used when the node refuses', async () => {
    const { chain, table, toIds } = world(async () => {
      throw new NodeRefused(-32_000, 'header not found');
    });
    await table.write(blockchainIdItems(chain.chainId, hash(5)).map((put) => ({ put })));
    expect(await toIds(concerned, other)).toEqual([hash(5), undefined]);
  });
  test('a blockchain id that neither node nor configuration has is logged as missing', async () => {
    const log = captureLog();
    const { toIds, asked } = world(async () => undefined);
    expect(await toIds(other)).toEqual([undefined]);
    expect(log.lines).toEqual([]);
    expect(await toIds(concerned)).toEqual([undefined]);
    expect(JSON.stringify(log.lines)).toContain('set blockchainId in the configuration');
    expect(asked()).toBe(1);
    log.restore();
  });
  test('a chain without messengers does not read the blockchain id', async () => {
    const { toIds, asked } = world(async () => hash(5), { teleporterMessengers: [] });
    expect(await toIds(concerned)).toEqual([undefined]);
    expect(asked()).toBe(0);
  });
});
