import type { AppliedBlock } from './applied-block';
import type { Tx } from './codec/block';
import type { Input } from './codec/parts';
import type { UnsignedTx } from './codec/tx';
import { concernedBy } from './concerned';
import { PROPOSAL_PLACE } from './places';
import { getTxIds } from './raw-block';
import type { BlockEffects, L1Change, Origin, Utxo } from './replay/effects';
import type { PChainState, Staker } from './replay/state';
import type { PBlockRow, PlacedTxRow, PUtxoRow, SpentOutput, TxAdditions, TxL1Change } from './rows';
import { renewedStakes, stakedOutputs } from './stake-outputs';

export type KnownOutputs = Map<string, PUtxoRow>;
export const keyOfOutput = ({ txId, outputIndex }: Pick<Utxo, 'txId' | 'outputIndex'>): string =>
  `${txId} ${outputIndex}`;

export type SignersOf = (tx: Tx, input: number) => readonly string[];

interface DerivedTx {
  readonly row: PlacedTxRow;
  readonly concerns: readonly string[];
}

export interface DeriveContext {
  readonly getSigners: SignersOf;
  readonly unknown: UnknownOutput;
}
/** For outputs without a row: the genesis if the index starts at block 0, else unknown. */
export type UnknownOutput = Pick<SpentOutput, 'origin' | 'created'>;

/** Adds new outputs to `known`, and updates changed ones there. */
export function deriveBlock(applied: AppliedBlock, known: KnownOutputs, { getSigners, unknown }: DeriveContext) {
  const { raw, effects, time } = applied;
  const here = { block: raw.number, time };
  const changed = new Map<string, PUtxoRow>();
  const put = (row: PUtxoRow) => {
    known.set(keyOfOutput(row), row);
    changed.set(keyOfOutput(row), row);
  };
  const txs = getTxs(applied);
  for (const { tx } of txs) {
    const staker = applied.stakers.get(tx.id);
    if (staker && 'stake' in tx.unsigned) for (const row of stakedOutputs(staker, { created: here })) put(row);
  }
  for (const staker of renewedStakes(applied))
    for (const row of stakedOutputs(staker, {})) {
      const made = madeAs(known.get(keyOfOutput(row)), here);
      // Auto-renewal came after Durango, so each of these stakes started with its own block.
      const since = made.created ? { since: made.created.time } : {};
      put({ ...row, ...made, staked: { start: staker.start, end: staker.end, ...since } });
    }
  for (const one of effects.created) {
    const before = one.origin === 'stake' ? known.get(keyOfOutput(one)) : undefined;
    const made = madeAs(before, here);
    // When a block is written again, its stakes are already marked as returned.
    const { since, start = before?.returned?.start ?? made.created?.time ?? here.time } = before?.staked ?? {};
    const returned = { ...here, start: since ?? start };
    put({ ...one, ...made, ...(one.origin === 'stake' ? { returned } : {}) });
  }
  const spentBy = new Map(effects.spent.map((one) => [keyOfOutput(one), one.by]));
  const rows = txs.map(({ tx, place, blockHash, time: at }): DerivedTx => {
    const inputs = getInputs(tx.unsigned);
    const spent = inputs.map((input, i): SpentOutput => {
      const key = keyOfOutput(input);
      const own = i < ownInputs(tx.unsigned).length;
      const output = (own ? known.get(key) : undefined) ?? unknownOutput(tx, input, getSigners(tx, i), unknown);
      if (own && spentBy.get(key) === tx.id) put({ ...output, spent: { by: tx.id, ...here } });
      const { owners, stakeableUntil, origin, created } = output;
      const made = { ...(origin ? { origin } : {}), ...(created ? { created } : {}) };
      return { owners, ...(stakeableUntil === undefined ? {} : { stakeableUntil }), ...(own ? made : {}) };
    });
    const more = getAdditions(applied, tx);
    const additions = { ...(spent.length > 0 ? { spent: withFewOwners(spent) } : {}), ...more };
    const row = { id: tx.id, place, blockHash, time: at, type: tx.unsigned.type, bytes: tx.bytes, additions };
    return { row, concerns: concernedBy(tx.unsigned, { ...more, spent }) };
  });
  return {
    block: blockRow(applied),
    txs: [...rows, ...unreadableTxs(applied)],
    outputs: [...changed.values()],
  };
}

// Per transaction row: an item holds 400 kB, and a transaction may spend hundreds of outputs with
// thousands of owners each.
const MAX_SPENT_OWNERS = 2_000;
function withFewOwners(spent: readonly SpentOutput[]): SpentOutput[] {
  let left = MAX_SPENT_OWNERS;
  return spent.map((one) => {
    const addresses = one.owners.addresses.slice(0, left);
    left -= addresses.length;
    if (addresses.length === one.owners.addresses.length) return one;
    return { ...one, owners: { ...one.owners, addresses }, hasMoreOwners: true };
  });
}

function getTxs({ raw: { number, block }, time, decided }: AppliedBlock) {
  if (block.type === 'Unreadable') return [];
  const here = { blockHash: block.id, time };
  const own = block.txs.map((tx, i) => ({ tx, place: { block: number, tx: i }, ...here }));
  const proposal = block.proposal && { tx: block.proposal, place: { block: number, tx: PROPOSAL_PLACE }, ...here };
  const before = decided && {
    tx: decided.tx,
    place: { block: number - 1, tx: PROPOSAL_PLACE },
    blockHash: decided.hash,
    time: decided.time,
  };
  return [...(before ? [before] : []), ...own, ...(proposal ? [proposal] : [])];
}

export const ownInputs = (tx: UnsignedTx): readonly Input[] => ('inputs' in tx ? tx.inputs : []);
/** Imported inputs come last. */
export const getInputs = (tx: UnsignedTx): readonly Input[] => [
  ...ownInputs(tx),
  ...('importedInputs' in tx ? tx.importedInputs : []),
];

export const amountIn = (input: Input['input']): bigint =>
  (input.type === 'StakeableLockIn' ? input.input : input).amount;

/** An output returned or restaked keeps its creation; without a row, it is created now. */
function madeAs(before: PUtxoRow | undefined, here: PUtxoRow['created']): Pick<PUtxoRow, 'created'> {
  const created = before ? before.created : here;
  return created ? { created } : {};
}

function unknownOutput(
  { id }: Tx,
  { txId, outputIndex, assetId, input }: Input,
  addresses: readonly string[],
  unknown: UnknownOutput,
): PUtxoRow {
  return {
    txId,
    outputIndex,
    assetId,
    amount: amountIn(input),
    by: id,
    ...unknown,
    owners: { locktime: 0n, threshold: addresses.length, addresses },
    ...(input.type === 'StakeableLockIn' ? { stakeableUntil: input.locktime } : {}),
  };
}

const isAddition = (origin: Origin): boolean => origin !== 'transaction' && origin !== 'stake';

function getAdditions({ effects, stakers }: AppliedBlock, { id, unsigned }: Tx): TxAdditions {
  const made = effects.created.filter(({ by }) => by === id);
  const created = made.filter(({ origin }) => isAddition(origin));
  const returned = made.filter(({ origin }) => origin === 'stake').flatMap(({ owners }) => owners.addresses);
  const l1Changes = l1ChangesBy(effects, id);
  const ended = effects.ended.find(({ by }) => by === id)?.staker;
  const staker = isStaking(unsigned) ? stakers.get(id) : undefined;
  const renewed = ended && stakers.get(ended.txId);
  return {
    ...(created.length > 0 ? { created: created.map(({ by: _by, ...one }) => one) } : {}),
    ...(l1Changes.length > 0 ? { l1Changes } : {}),
    ...(ended ? { ended: { nodeId: ended.nodeId, subnetId: ended.subnetId } } : {}),
    ...(returned.length > 0 ? { returnedTo: [...new Set(returned)] } : {}),
    ...(staker ? { stake: stakeAddition(staker) } : {}),
    ...(renewed ? { nextReward: renewed.potentialReward } : {}),
  };
}

/** `by` undefined: deactivations by the fee, not by a transaction. */
const l1ChangesBy = ({ l1Changes }: BlockEffects, by: string | undefined): TxL1Change[] =>
  l1Changes.filter((one) => one.by === by).map(l1ChangeRow);

function l1ChangeRow({ validator, balance, change }: L1Change): TxL1Change {
  const { validationId, nodeId, subnetId, weight, publicKey, proofOfPossession } = validator;
  const proof = proofOfPossession === undefined ? {} : { proofOfPossession };
  return { validationId, nodeId, subnetId, weight, balance, change, publicKey, ...proof };
}

export const stakeAddition = ({
  start,
  end,
  potentialReward,
}: Pick<Staker, 'start' | 'end' | 'potentialReward'>): NonNullable<TxAdditions['stake']> => ({
  start,
  end,
  ...(potentialReward > 0n ? { potentialReward } : {}),
});

const isStaking = (tx: UnsignedTx): boolean => 'validator' in tx || tx.type === 'AddAutoRenewedValidatorTx';

/** `effects` is absent for the block of a seed. */
export function blockRow({
  raw,
  time,
  after,
  effects,
}: Pick<AppliedBlock, 'raw' | 'time' | 'after'> & Partial<Pick<AppliedBlock, 'effects'>>): PBlockRow {
  const { number, parentHash, block, bytes, proposer, unreadable } = raw;
  const ranDry = effects ? l1ChangesBy(effects, undefined) : [];
  return {
    number,
    hash: block.id,
    parentHash,
    time,
    type: block.type,
    txIds: getTxIds(raw),
    size: block.size,
    ...(after ? { after } : {}),
    ...(ranDry.length > 0 ? { ranDry } : {}),
    ...(proposer ? { proposer } : {}),
    ...(unreadable ? { unreadable: bytes } : {}),
  };
}

const unreadableTxs = ({ raw: { number, block, unreadable }, time }: AppliedBlock): DerivedTx[] =>
  (unreadable?.txIds ?? []).map((id, tx) => ({
    row: { id, place: { block: number, tx }, blockHash: block.id, time, type: 'UNKNOWN', additions: {} },
    concerns: [],
  }));

export const getNext = ({ active, excess, accruedFees, supply }: PChainState): NonNullable<PBlockRow['after']> => ({
  active: active.size,
  excess,
  accruedFees,
  supply,
});
