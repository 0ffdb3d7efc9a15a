import type { Block, UnreadableBlock } from '../codec/block';
import { applyBlock } from './apply-block';
import { type BlockEffects, noEffects } from './effects';
import { transfer } from './outputs';
import type { PChainState } from './state';
import type { ReplayContext } from './step';

/** A state that could not be replayed any further, and why. */
interface LostState {
  readonly height: number;
  readonly reason: string;
}

/** The replay of a chain. A state that was lost is of use to nobody any more: a block may have changed a part of it. */
export interface Replay {
  readonly state: PChainState;
  lost?: LostState;
}

/**
 * Applies a block as far as it goes: one that is newer than this service, or refers to what the state does not have, must
 * not stop the chain. From there on only inputs and outputs are followed. Returns what the block changes.
 */
export function applyLeniently(
  replay: Replay,
  number: number,
  block: Block | UnreadableBlock,
  context: ReplayContext,
): BlockEffects {
  if (!replay.lost)
    try {
      if (block.type !== 'Unreadable') return applyBlock(replay.state, block, context);
      replay.lost = { height: number, reason: block.reason };
    } catch (error) {
      replay.lost = { height: number, reason: error instanceof Error ? error.message : String(error) };
    }
  const effects = noEffects();
  if (block.type === 'Unreadable') return effects;
  for (const [tx, { id: txId, unsigned }] of block.txs.entries())
    if ('inputs' in unsigned)
      transfer({ ...context, state: replay.state, effects, txId, place: { block: number, tx } }, unsigned);
  return effects;
}
