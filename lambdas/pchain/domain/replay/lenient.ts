import type { Block, UnreadableBlock } from '../codec/block';
import { applyBlock } from './apply-block';
import { type BlockEffects, noEffects } from './effects';
import { transfer } from './outputs';
import type { PChainState } from './state';
import type { ReplayContext } from './step';

interface Divergence {
  readonly height: number;
  readonly reason: string;
}

/** Once `lost` is set, the state must not be used: it may be partially updated. */
export interface Replay {
  readonly state: PChainState;
  diverged?: Divergence;
}

/**
 * Never throws: a newer block type, or a reference to something missing, must not stop the index.
 * Sets `lost` instead; from then on only inputs and outputs are tracked.
 */
export function applyLeniently(
  replay: Replay,
  number: number,
  block: Block | UnreadableBlock,
  context: ReplayContext,
): BlockEffects {
  if (!replay.diverged)
    try {
      if (block.type !== 'Unreadable') return applyBlock(replay.state, block, context);
      replay.diverged = { height: number, reason: block.reason };
    } catch (error) {
      replay.diverged = { height: number, reason: error instanceof Error ? error.message : String(error) };
    }
  const effects = noEffects();
  if (block.type === 'Unreadable') return effects;
  for (const [tx, { id: txId, unsigned }] of block.txs.entries())
    if ('inputs' in unsigned)
      transfer({ ...context, state: replay.state, effects, txId, place: { block: number, tx } }, unsigned);
  return effects;
}
