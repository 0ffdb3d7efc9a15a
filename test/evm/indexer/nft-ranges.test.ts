import { encodeAbiParameters, parseAbiParameters, toHex } from 'viem/utils';
import { NodeDown } from '../../../lambdas/core/node/errors';
import type { Call } from '../../../lambdas/core/node/exchange';
import type { SeenNfts } from '../../../lambdas/evm/contract/messages';
import { readNfts } from '../../../lambdas/evm/indexer/nft-rows';
import { NFT, nftKey, nftStub } from '../../../lambdas/evm/tokens/rows/nft-item';
import { address } from '../../support/make/blocks';
import { memoryTable } from '../../support/tables/memory';

const [CHAIN, TOKEN, NOW] = ['31337', address(0x721), 1_700_000_000];
const DELIVERY = { sentAt: (NOW + 1) * 1_000, isLast: false };

/** A collection with rows for these ids, and a worker that records the ids that it reads. */
async function collection(ids: readonly number[]) {
  const { table } = memoryTable();
  await table.write(ids.map((id) => ({ put: nftStub(CHAIN, { token: TOKEN, id: BigInt(id) }, 'erc721', 1) })));
  const state = { asked: [] as number[], isDown: false };
  const queued: SeenNfts[] = [];
  const uri = encodeAbiParameters(parseAbiParameters('string'), ['data:application/json,{"name":"New"}']);
  const rpc = {
    batch: async (calls: readonly Call[]) => {
      if (state.isDown) throw new NodeDown('down');
      return calls.map(([, params]) => {
        const { data } = params as { data: string };
        const isUri = data.startsWith('0xc87b56dd');
        if (isUri) state.asked.push(Number(`0x${data.slice(10)}`));
        return { result: isUri ? uri : toHex(0xa11cen, { size: 32 }) };
      });
    },
  };
  const deps = {
    ...{ table, rpc, fetches: false, now: () => NOW * 1_000 },
    options: { ipfsGateway: '', arweaveGateway: '', allow: 'public' as const },
    queue: { send: async (messages: readonly unknown[]) => void queued.push(...(messages as SeenNfts[])) },
  };
  const range = (from: number, to: number | bigint, left = 10_000): SeenNfts => ({
    ...{ chainId: CHAIN, token: TOKEN, kind: 'erc721', ids: [] },
    range: { from: String(from), to: String(to), left },
  });
  return {
    ...{ state, queued, range },
    read: (message: SeenNfts, delivery = DELIVERY) => readNfts(deps, message, delivery),
    /** Reads until the range is done, and returns the number of messages. */
    async readAll(message: SeenNfts): Promise<number> {
      let messages = 0;
      for (let next: SeenNfts | undefined = message; next; next = queued.shift(), messages++)
        expect(await readNfts(deps, next, DELIVERY)).toBe(true);
      return messages;
    },
    isRead: async (id: number) =>
      (await table.get(nftKey(CHAIN, { token: TOKEN, id: BigInt(id) }), true))?.[NFT.readAt] === NOW,
  };
}
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);

describe('a range of changed ids', () => {
  test('a range reads only known ids, both ends included', async () => {
    const { readAll, range, state, isRead } = await collection([3, 5, 70, 71]);
    expect(await readAll(range(3, 70))).toBe(1);
    expect([sorted(state.asked), await isRead(70), await isRead(71)]).toEqual([[3, 5, 70], true, false]);
  });

  test('a range of all ids is read fifty at a time', async () => {
    const { readAll, range, state } = await collection(upTo(120));
    expect(await readAll(range(0, 2n ** 256n - 1n))).toBe(3);
    expect(sorted(state.asked)).toEqual(upTo(120));
  });

  test('a range ends after as many ids as its message allows', async () => {
    const { readAll, range, state } = await collection(upTo(120));
    await readAll(range(0, 2n ** 256n - 1n, 70));
    expect(sorted(state.asked)).toEqual(upTo(70));
  });

  test('a range continues after each completed step, and a failed delivery queues nothing', async () => {
    const { read, range, state, queued } = await collection(upTo(60));
    state.isDown = true;
    await expect(read(range(1, 60))).rejects.toThrow(NodeDown);
    expect(queued).toEqual([]);
    state.isDown = false;
    await read(range(1, 60));
    expect(queued).toEqual([range(51, 60, 9_950)]);
  });

  test('a range skips ids read since it was announced', async () => {
    const { read, range, state } = await collection(upTo(4));
    await read(range(1, 2));
    state.asked.length = 0;
    await read(range(1, 4), { ...DELIVERY, sentAt: NOW * 1_000 });
    expect(sorted(state.asked)).toEqual([3, 4]);
  });
});
