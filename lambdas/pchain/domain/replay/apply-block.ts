import type { Block, Tx } from '../codec/block';
import { type BlockEffects, noEffects } from './effects';
import { execute, proposed } from './execute';
import { chargeValidators, deactivateUnpaid } from './l1-validators';
import type { NetworkRules } from './rules';
import { advanceStakers } from './stakers';
import type { PChainState } from './state';
import type { ReplayContext } from './step';

/**
 * Changes the state in place; do not use it after an error, as it may be partially updated. Throws
 * if the block is not the next one, or refers to something missing.
 */
export function applyBlock(state: PChainState, block: Block, context: ReplayContext): BlockEffects {
  if (block.height !== state.height + 1 || block.parentId !== state.blockId)
    throw new Error(`block ${block.height} ${block.id} does not follow ${state.height} ${state.blockId}`);
  const { rules } = context;
  const effects = noEffects();
  const { proposal } = state;
  state.proposal = undefined;
  if (block.time !== undefined && block.time > state.time) advanceTime(state, effects, block.time, rules);
  const getStep = ({ id: txId }: Tx, tx = 0) => ({
    ...context,
    state,
    effects,
    txId,
    place: { block: block.height, tx },
  });
  if (proposal?.unsigned.type === 'AdvanceTimeTx') {
    if (isCommit(block)) advanceTime(state, effects, Number(proposal.unsigned.time), rules);
  } else if (proposal) proposed(getStep(proposal), proposal.unsigned, isCommit(block));
  for (const [i, tx] of block.txs.entries()) execute(getStep(tx, i), tx.unsigned);
  if (!isOption(block) && state.time >= rules.upgrades.etna) deactivateUnpaid(state, effects, rules);
  [state.height, state.blockId, state.proposal] = [block.height, block.id, block.proposal];
  return effects;
}

const isCommit = ({ type }: Block): boolean => type.endsWith('CommitBlock');
/** Option blocks decide the parent's proposal and have no transactions of their own. */
const isOption = (block: Block): boolean => isCommit(block) || block.type.endsWith('AbortBlock');

function advanceTime(state: PChainState, effects: BlockEffects, time: number, rules: NetworkRules): void {
  advanceStakers(state, effects, time, rules);
  if (time >= rules.upgrades.etna) chargeValidators(state, effects, rules, time - state.time);
  state.time = time;
}
