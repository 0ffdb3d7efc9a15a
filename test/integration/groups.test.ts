import { type Anvil, startAnvil } from '../../demo/anvil';
import { createDoor } from '../../demo/door';
import { FULL } from '../support/full';
import { mine, reorg, rpc, sendTransfers } from '../support/node/anvil';
import { type Json, removeFolders, Service } from '../support/service/service';

/** The chains of one group, and one followed alone. */
const IDS = { quiet: '41001', other: '41002', silent: '41003', down: '41004', reorganising: '41005', behind: '41006' };
const ALONE = '41007';
/** Blocks that one chain has to catch up on: too few for a backfill. */
const BEHIND = FULL ? 10_000 : 500;
/** Blocks mined one by one on the quiet chains in the meantime. */
const BLOCKS = FULL ? 40 : 3;

const anvils = new Map<string, Anvil>();
let service: Service;
let open = () => {};
let inFront: Awaited<ReturnType<typeof createDoor>>;

const getNode = (id: string): string => anvils.get(id)?.url ?? '';
const head = async (id: string) => Number(await rpc(getNode(id), 'eth_blockNumber', []));
const toHash = async (id: string) =>
  ((await rpc(getNode(id), 'eth_getBlockByNumber', ['latest', false])) as { hash: string }).hash;

beforeEach(async () => {
  for (const id of [...Object.values(IDS), ALONE]) anvils.set(id, await startAnvil({ chainId: Number(id) }));
  for (const { url } of anvils.values()) await sendTransfers(url, 3);
  inFront = await createDoor(getNode(IDS.silent));
  const chains = [...anvils].map(([chainId, { url }]) => ({
    ...{ chainId, network: 'testnet', finalityDepth: 50 },
    rpcUrl: chainId === IDS.silent ? inFront.url : url,
    ...(chainId === ALONE ? { follower: 'alone' } : {}),
    // On the chain that the others must not wait for.
    traces: chainId === IDS.silent,
  }));
  service = await new Service({ chains }).start();
});
afterEach(async () => {
  inFront.close();
  await service.stop();
  for (const anvil of anvils.values()) await anvil.stop();
  removeFolders();
});

/** Waits until a chain's newest block is the node's. */
async function atHead(id: string): Promise<void> {
  await service.indexed(id, await head(id));
  const { body } = await service.get<Json>(`/v1/chains/${id}/blocks?pageSize=1`);
  expect([id, (body.blocks as Json[])[0]?.blockHash]).toEqual([id, await toHash(id)]);
}
const health = async (id: string) => {
  const { body } = await service.get<{ details: Record<string, Json>; error: Record<string, Json> }>(
    '/v1/health-check',
  );
  return { ...body.details, ...body.error }[`chain-${id}`] ?? {};
};
test('silent, failing, reorganizing and lagging chains do not delay their group, and a kill loses nothing', async () => {
  await Promise.all([...anvils.keys()].map(atHead));
  const before = { silent: await head(IDS.silent), down: await head(IDS.down) };
  const opened = new Promise<boolean>((resolve) => {
    open = () => resolve(true);
  });
  inFront.let(() => opened);
  anvils.get(IDS.down)?.kill();
  await mine(getNode(IDS.silent), 1);
  await mine(getNode(IDS.behind), BEHIND);

  for (let block = 0; block < BLOCKS; block++) {
    await reorg(getNode(IDS.reorganising), 2);
    await mine(getNode(IDS.reorganising), 1);
    await Promise.all(
      [IDS.quiet, IDS.other, ALONE].map(async (id) => {
        await sendTransfers(getNode(id), 1);
        await atHead(id);
      }),
    );
  }
  await Promise.all([IDS.behind, IDS.reorganising].map(atHead));
  // These two have not moved, and nothing waited for them.
  expect(await health(IDS.silent)).toMatchObject({ indexedBlock: before.silent });
  expect(await health(IDS.down)).toMatchObject({ indexedBlock: before.down });

  await service.breakAt({ call: 'dynamodb:UpdateItem', contains: 'REMOVE #p', nth: 2, when: 'before' });
  for (const id of [IDS.quiet, IDS.other]) await sendTransfers(getNode(id), 2);
  expect(await service.endedWithin(30_000)).toBe(true);
  await reorg(getNode(IDS.quiet), 1);
  await mine(getNode(IDS.quiet), 1);
  open();
  await service.start();
  await Promise.all([IDS.quiet, IDS.other, IDS.silent, IDS.reorganising, IDS.behind, ALONE].map(atHead));
});
