import { NodeDown } from '../../core/node/errors';
import type { Block } from '../domain/codec/block';
import type { NetworkFacts } from '../domain/networks';
import { PRIMARY_NETWORK } from '../domain/replay/state';
import { notSeedable, type Seed } from '../domain/seed';
import { touchedBy } from '../domain/touched';
import { createStateQuestions } from './ask-state';
import type { PBlocks } from './blocks';
import type { PChainRpc } from './rpc';
import { fetchTxs } from './txs';

const MAX_ATTEMPTS = 100;

/** All at one height. Throws NodeDown if the head keeps moving, or if `notSeedable`. */
export async function fetchSeed(
  {
    rpc,
    blocks,
  }: { readonly rpc: Pick<PChainRpc, 'call' | 'all'>; readonly blocks: Pick<PBlocks, 'height' | 'range'> },
  { hrp, upgrades, genesisTime }: Pick<NetworkFacts, 'hrp' | 'upgrades' | 'genesisTime'>,
): Promise<Seed> {
  const questions = createStateQuestions(rpc, hrp, PRIMARY_NETWORK);
  let height = await blocks.height();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const state = await questions.ask();
    const after = await blocks.height();
    if (after < height) throw new NodeDown(`the node went back from block ${height} to ${after}`);
    const [head] = await blocks.range(after, after);
    if (after === height && head && head.block.type !== 'Unreadable' && !head.block.proposal) {
      questions.checkDelegators();
      const reason = notSeedable({ upgrades }, genesisTime, state.time);
      if (reason) throw new NodeDown(reason);
      const txIds = [
        ...state.stakes.map(({ txId }) => txId),
        ...state.subnets.flatMap(({ transformation }) => transformation?.txId ?? []),
      ];
      return { ...state, height, blockId: head.block.id, txs: await fetchTxs(rpc, txIds) };
    }
    questions.forget(touchedIn(await blocks.range(height + 1, after)));
    height = after;
  }
  throw new NodeDown(`the head moved ${MAX_ATTEMPTS} times while its state was read`);
}

/** undefined: everything, as an unreadable block may have changed anything. */
function touchedIn(raws: Awaited<ReturnType<PBlocks['range']>>) {
  const readable = raws.flatMap(({ block }): Block[] => (block.type === 'Unreadable' ? [] : [block]));
  return readable.length === raws.length ? touchedBy(readable) : undefined;
}
