import type { Chain } from '../../../lambdas/core/contract/config';
import { toCb58 } from '../../../lambdas/core/domain/cb58';
import { NodeDown, NodeRefused } from '../../../lambdas/core/node/errors';
import type { RawBlock } from '../../../lambdas/evm/domain/rpc';
import { createBlockchainId } from '../../../lambdas/evm/indexer/blockchain-id';
import { blockchainIdItems } from '../../../lambdas/evm/teleporter/rows/items';
import { aChain, aRawBlock, hash } from '../../support/make/blocks';
import { teleporterLog } from '../../support/make/teleporter';
import { SEND } from '../../support/make/teleporter-samples';
import { memoryTable } from '../../support/tables/memory';

/** A block of the messenger, and one without. */
const [concerned, other] = [
  aRawBlock(1, [{ from: 1, to: 2, logs: [teleporterLog(SEND)] }]),
  aRawBlock(2, [{ from: 1, to: 2 }]),
];
/** What nodes told is kept by chain, for all tests of a process. */
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
const warnings = () => jest.spyOn(console, 'warn').mockImplementation(() => undefined);

describe("a chain's blockchain id", () => {
  test('is read from the node once, and told to readers; blocks without messages are left as they are', async () => {
    const { chain, toIds, items, asked } = world(async () => hash(5));
    expect(await toIds(other)).toEqual([undefined]);
    expect(await toIds(concerned, other)).toEqual([hash(5), undefined]);
    expect(asked()).toBe(1);
    expect(await items()).toEqual([
      `bc#${hash(5)} c c=${chain.chainId}`,
      `bo#${chain.chainId} b i=${hash(5).slice(2)}`,
    ]);
  });
  test('is the configured one where there is one', async () => {
    const { toIds, items, asked } = world(async () => hash(5), { blockchainId: toCb58(hash(6)) });
    expect(await toIds(concerned)).toEqual([hash(6)]);
    expect([asked(), await items()]).toEqual([0, []]);
  });
  test('is asked for again where the node fails, which holds up only blocks with messages', async () => {
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
  test('is asked for once a minute by blocks that do not need it, where the node fails', async () => {
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
  test('is left out, and said to be missing, where the node refuses to tell it', async () => {
    const log = warnings();
    const { toIds, asked } = world(async () => {
      throw new NodeRefused(-32_000, 'missing trie node', 'state gone');
    });
    expect([await toIds(concerned), await toIds(concerned), asked()]).toEqual([[undefined], [undefined], 2]);
    expect(JSON.stringify(log.mock.calls)).toContain('set blockchainId in the configuration');
    log.mockRestore();
  });
  test('is what an earlier process was told, where the node refuses', async () => {
    const { chain, table, toIds } = world(async () => {
      throw new NodeRefused(-32_000, 'header not found');
    });
    await table.write(blockchainIdItems(chain.chainId, hash(5)).map((put) => ({ put })));
    expect(await toIds(concerned, other)).toEqual([hash(5), undefined]);
  });
  test('is said to be missing where neither the node nor the configuration has it', async () => {
    const log = warnings();
    const { toIds, asked } = world(async () => undefined);
    expect(await toIds(other)).toEqual([undefined]);
    expect(log.mock.calls).toEqual([]);
    expect(await toIds(concerned)).toEqual([undefined]);
    expect(JSON.stringify(log.mock.calls)).toContain('set blockchainId in the configuration');
    expect(asked()).toBe(1);
    log.mockRestore();
  });
  test('is not asked for where no messenger is configured', async () => {
    const { toIds, asked } = world(async () => hash(5), { teleporterMessengers: [] });
    expect(await toIds(concerned)).toEqual([undefined]);
    expect(asked()).toBe(0);
  });
});
