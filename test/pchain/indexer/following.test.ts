import { getCursor } from '../../../lambdas/chain/follower/cursor-of';
import { FULL, some } from '../../support/full';
import { killedAtCalls } from '../../support/kills';
import { muteLog } from '../../support/mute-log';
import { CHAIN, indexedNetwork } from '../../support/pchain/indexed';
import { RECORDINGS } from '../../support/pchain/recorded';

muteLog();

/** Enough for the lease of a killed session to expire. */
const SESSIONS = 40;
/** Kills for each kind of call in `npm test`. */
const KILLS = 1;

type Indexed = Awaited<ReturnType<typeof indexedNetwork>>;

/** Indexed rows without the cursor and snapshot times, which depend on the steps taken. */
const toRows = async ({ items }: Indexed): Promise<string[]> =>
  (await items()).filter((item) => !/^(cur|pm)#/.test(item));

async function followed(
  path: string,
  heights: (last: number) => readonly number[],
): Promise<{ rows: string[]; net: Indexed }> {
  const net = await indexedNetwork(path);
  for (const height of heights(net.recorded.last)) await net.followTo(height);
  const rows = await toRows(net);
  await net.stop();
  return { rows, net };
}

describe.each(RECORDINGS)('%s', (path) => {
  let whole: string[];
  beforeAll(async () => {
    const { rows, net } = await followed(path, (last) => [last]);
    expect((await getCursor(net.table, CHAIN))?.number).toBe(net.recorded.last);
    whole = rows;
  });

  test('indexing in small steps, each in a new session, produces the same rows', async () => {
    const { rows, net } = await followed(path, (last) => some([...new Array(last + 1).keys()], 4));
    expect(rows).toEqual(whole);
    // A proposal is indexed with its decision, so some heights were never a head.
    expect(net.events.map(({ number }) => number)).toEqual([...new Array(net.recorded.last + 1).keys()]);
    expect(net.events.find(({ raw }) => raw !== undefined)).toBeUndefined();
  });

  test('a kill before or after a table or bucket call leads to the same rows', async () => {
    const killed = await killedAtCalls(
      KILLS,
      async (gate) => {
        const net = await indexedNetwork(path, {
          table: (call, when) => gate(`${call} ${when}`),
          bucket: (call) => gate(`${call} before`),
        });
        await net.followTo(Math.ceil(net.recorded.last / 2), SESSIONS);
        await net.followTo(net.recorded.last, SESSIONS);
        const rows = await toRows(net);
        await net.stop();
        return rows;
      },
      (rows, where) => {
        expect([where, rows.length]).toEqual([where, whole.length]);
        expect(rows).toEqual(whole);
      },
    );
    console.log(`kills of ${path}:`, Object.fromEntries(killed));
    for (const step of ['BatchWriteItem before', 'BatchWriteItem after', 'UpdateItem before', 'UpdateItem after'])
      expect([step, killed.get(step) ?? 0]).not.toEqual([step, 0]);
  });

  test('a kill right before the cursor moves leads to the same rows', async () => {
    for (let batch = 1; ; batch += FULL ? 1 : 9) {
      let moves = 0;
      const net = await indexedNetwork(path, {
        table(call, when, { Key, UpdateExpression }) {
          const isCursor = String((Key as { pk?: string } | undefined)?.pk).startsWith('cur#');
          if (call !== 'UpdateItem' || when !== 'before' || !isCursor || !String(UpdateExpression).includes('REMOVE'))
            return;
          moves += 1;
          if (moves === batch) throw new Error('killed');
        },
      });
      await net.followTo(net.recorded.last, SESSIONS);
      const rows = await toRows(net);
      await net.stop();
      if (moves < batch) break;
      expect([batch, rows]).toEqual([batch, whole]);
    }
  });
});
