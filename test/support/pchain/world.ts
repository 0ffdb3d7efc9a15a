import { getCursor } from '../../../lambdas/chain/follower/cursor-of';
import type { ContractVersion } from '../../../lambdas/core/contract/contract-version';
import { depsWith } from '../endpoints/deps';
import { transactionsByAddress } from './expected/lists';
import { answeredTransactions } from './expected/transactions';
import { CHAIN, indexedNetwork } from './indexed';

/** `at`: the last block that readers see. */
export async function primaryDeps(
  { table, pChain, snapshots }: Pick<IndexedNetwork, 'table' | 'pChain' | 'snapshots'>,
  at?: number,
  contractVersion?: ContractVersion,
) {
  const cursor = await getCursor(table, CHAIN);
  if (!cursor) throw new Error('the network has no cursor: nothing of it is indexed');
  const cursors = { [CHAIN]: at === undefined ? cursor : { ...cursor, number: at } };
  return depsWith({
    table,
    chains: [],
    pChains: [pChain],
    cursors,
    snapshots,
    ...(contractVersion && { contractVersion }),
  });
}

const indexed = new Map<string, ReturnType<typeof indexedTo>>();

/** Cached; read only. */
export function networkAt(path: string, height?: number) {
  const key = `${path} ${height}`;
  const known = indexed.get(key) ?? indexedTo(path, height);
  indexed.set(key, known);
  return known;
}

export async function primaryWorld(path: string, at?: number) {
  const net = await networkAt(path);
  const { recorded, table } = net;
  const { deps, cursors } = await primaryDeps(net, at);
  return { deps, cursors, table, recorded, recording: recorded.recording, last: at ?? recorded.last };
}

/** A private copy for tests that write. */
export const indexedTo = (path: string, height?: number) =>
  withNetwork(path, async (net) => {
    await net.followTo(height ?? net.recorded.last);
    return net;
  });

export async function withNetwork<T>(path: string, run: (net: IndexedNetwork) => Promise<T>): Promise<T> {
  const net = await indexedNetwork(path);
  try {
    return await run(net);
  } finally {
    await net.stop();
  }
}
type IndexedNetwork = Awaited<ReturnType<typeof indexedNetwork>>;

export async function transactionWorld(path: string) {
  const world = await primaryWorld(path);
  const all = answeredTransactions(world.recording);
  const byAddress = transactionsByAddress(world.recording);
  const open = all.filter(({ consumedUtxos }) => consumedUtxos.some(({ addresses }) => !addresses));
  return {
    ...world,
    all,
    types: [...new Set(all.map(({ txType }) => txType))],
    byAddress,
    addresses: [...byAddress.keys()],
    /** Spending outputs without recorded owners. The API lists them for their signers. */
    openIds: new Set(open.map(({ txHash }) => txHash)),
  };
}
