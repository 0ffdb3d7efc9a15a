import type { Recording } from '../../../../demo/p-chain/recording';
import { toDigits, toUtxoId } from './bytes';
import { isoSeconds, memoText, wholeAvax } from './export-text';
import { must } from './json';
import { getRefund } from './l1-details';
import { getNetwork, type Network, P_CHAIN, type PlacedTx } from './network';
import type { NodeInput } from './node-types';
import { knownOutputs, listedOutputs, type Output, outputKey } from './outputs';
import { primaryStakes } from './primary-stakes';
import { getRewards } from './rewards';
import { signersIn } from './signers';
import { getStake } from './staking';
import { getTxType } from './tx-type';
import { allValidations, getTouches } from './validations';

export type FileRow = Readonly<Record<string, string>>;

export type LedgerEntry = {
  /** By transaction place, spent before created, then by output. */
  sort: readonly [height: number, index: number, direction: number, txId: string, output: number];
  direction: 'in' | 'out';
  outputId: string;
  assetId: string;
  amount: bigint;
  /** For genesis outputs: the signers. */
  addresses: readonly string[];
  cells: FileRow;
  tx?: LedgerTx;
  /** Genesis outputs are unknown until spent. */
  spentAt?: number;
};

/** nAVAX. */
export type LedgerTx = {
  id: string;
  burned: bigint;
  balances: bigint;
  /** The owners of each AVAX input. */
  payers: readonly (readonly string[])[];
};

const KINDS = { VALIDATOR: 'validation reward', DELEGATOR: 'delegation reward', VALIDATOR_FEE: 'delegation fee' };

const ledgers = new WeakMap<Network, readonly LedgerEntry[]>();

/** In order. Genesis outputs only if spent. */
export function ledgerEntries(recording: Recording): readonly LedgerEntry[] {
  const network = getNetwork(recording);
  const found = ledgers.get(network) ?? readEntries(network);
  ledgers.set(network, found);
  return found;
}

type Made = Output & { kindText: string };

function readEntries(network: Network): LedgerEntry[] {
  const made = new Map<string, Made>();
  const entries = network.txs.flatMap((tx) => {
    const isProposal = tx.block.tx?.id === tx.id;
    const height = Number(tx.block.height) + (isProposal ? 1 : 0);
    // The outcome of a proposal in the last block is unknown.
    if (height > network.last) return [];
    const place = [height, isProposal ? 0 : tx.index] as const;
    const told = getTx(network, tx);
    const shared = { ...toCells(network, tx), date: isoSeconds(tx.time), block: String(height) };
    const outs = (tx.unsignedTx.inputs ?? []).map((input, i) => {
      const known = made.get(outputKey(input.txID, input.outputIndex)) ?? genesisOutput(network, tx, i, input);
      return getEntry(network, known, { direction: 'out', place, shared, tx: told });
    });
    const ins = madeBy(network, tx).map((output) => {
      made.set(outputKey(output.txId, output.index), output);
      return getEntry(network, output, { direction: 'in', place, shared, tx: told });
    });
    return [...outs, ...ins];
  });
  const begins = isoSeconds(network.getTime(must(network.blocks[0], 'a genesis')));
  const nothing = { transactionId: '', nodeId: '', subnetId: '', validationId: '', stakingTransactionId: '' };
  const shared = { ...nothing, otherChain: '', memo: '', type: 'genesis', date: begins, block: '0' };
  const genesis = network.txs.flatMap((tx) =>
    (tx.unsignedTx.inputs ?? []).flatMap((input, i) => {
      if (input.txID !== P_CHAIN) return [];
      const spentAt = Number(tx.block.height);
      const output = genesisOutput(network, tx, i, input);
      return [{ ...getEntry(network, output, { direction: 'in', place: [0, 0], shared }), spentAt }];
    }),
  );
  return [...genesis, ...entries].sort((a, b) => compare(a.sort, b.sort));
}

function compare(a: LedgerEntry['sort'], b: LedgerEntry['sort']): number {
  const at = a.findIndex((part, i) => part !== b[i]);
  const [x, y] = [a[at] ?? 0, b[at] ?? 0];
  return at === -1 ? 0 : x < y ? -1 : 1;
}

/** Without returned stakes: their outputs stay the same. */
function madeBy(network: Network, tx: PlacedTx): Made[] {
  const refund = getRefund(network, tx);
  return [
    ...listedOutputs(tx)
      .filter(({ kind }) => kind !== 'export')
      .map((one) => ({ ...one, kindText: one.kind === 'stake' ? 'stake' : 'transfer' })),
    ...(refund ? [{ ...refund, kindText: 'refund' }] : []),
    ...getRewards(network, tx).map((one) => ({ ...one, kindText: KINDS[must(one.rewardType, `why ${tx.id} paid`)] })),
  ];
}

function genesisOutput(network: Network, tx: PlacedTx, place: number, spending: NodeInput): Made {
  const { txID, outputIndex, assetID, input } = spending;
  const { amount } = 'input' in input ? input.input : input;
  const addresses = signersIn(network, tx)[place] ?? [];
  return {
    ...{ txId: txID, index: Number(outputIndex), assetId: assetID, amount, kind: 'plain', kindText: 'genesis' },
    ...{ addresses, threshold: addresses.length, locktime: 0 },
    ...('input' in input && { stakeableLocktime: Number(input.locktime) }),
  };
}

type Where = {
  direction: 'in' | 'out';
  place: readonly [number, number];
  shared: FileRow;
  tx?: LedgerTx;
};

function getEntry(network: Network, output: Made, { direction, place, shared, tx }: Where): LedgerEntry {
  const { txId, index, assetId, amount, addresses, threshold, locktime, stakeableLocktime, kindText } = output;
  const isAvax = assetId === network.avaxAssetId;
  const outputId = toUtxoId(txId, index);
  return {
    sort: [...place, direction === 'out' ? 0 : 1, toDigits(txId), index],
    ...{ direction, outputId, assetId, amount: BigInt(amount) },
    addresses,
    ...(tx && { tx }),
    cells: {
      ...{ ...shared, direction, amount: isAvax ? wholeAvax(BigInt(amount)) : '', rawAmount: amount, asset: assetId },
      ...{ symbol: isAvax ? 'AVAX' : '', output: kindText, outputId },
      ...{ owners: String(addresses.length), threshold: String(threshold) },
      lockedUntil: locktime > 0 ? isoSeconds(locktime) : '',
      stakeableUntil: stakeableLocktime === undefined ? '' : isoSeconds(stakeableLocktime),
    },
  };
}

function getTx(network: Network, tx: PlacedTx): LedgerTx {
  const { inputs = [], importedInputs = [] } = tx.unsignedTx;
  const isAvax = (assetId: string) => assetId === network.avaxAssetId;
  const spent = [...inputs, ...importedInputs]
    .map((one, i) => {
      const known = i < inputs.length ? knownOutputs(network).get(outputKey(one.txID, one.outputIndex)) : undefined;
      return { ...one, owners: known?.addresses ?? signersIn(network, tx)[i] ?? [] };
    })
    .filter(({ assetID }) => isAvax(assetID));
  const getAmount = ({ input }: NodeInput) => BigInt(('input' in input ? input.input : input).amount);
  const sum = (amounts: readonly bigint[]) => amounts.reduce((total, one) => total + one, 0n);
  const made = listedOutputs(tx).filter(({ assetId }) => isAvax(assetId));
  const balances = sum(getTouches(tx).map(({ added = '0' }) => BigInt(added)));
  const burned = sum(spent.map(getAmount)) - sum(made.map(({ amount }) => BigInt(amount))) - balances;
  return { id: tx.id, burned, balances, payers: spent.map(({ owners }) => owners) };
}

function toCells(network: Network, tx: PlacedTx): FileRow {
  const { unsignedTx } = tx;
  const { txID: stake } = unsignedTx;
  const validations = getTouches(tx).map(({ validationId }) =>
    must(allValidations(network).get(validationId), `the beginning of ${validationId}`),
  );
  const unique = (texts: readonly string[]) => [...new Set(texts)].join(' ');
  const about = stake === undefined ? getSubject(network, tx) : stakeSubject(network, stake);
  return {
    transactionId: tx.id,
    type: getTxType(unsignedTx),
    nodeId: about.nodeId ?? unique(validations.map(({ nodeId }) => nodeId)),
    subnetId: about.subnetId ?? unique(validations.map(({ subnetId }) => subnetId)),
    validationId: unique(validations.map(({ validationId }) => validationId)),
    stakingTransactionId: stake ?? '',
    otherChain: unsignedTx.sourceChain ?? unsignedTx.destinationChain ?? '',
    memo: memoText(unsignedTx.memo),
  };
}

type Subject = { nodeId?: string; subnetId?: string };

function getSubject(network: Network, tx: PlacedTx): Subject {
  const { nodeId } = getStake(network, tx);
  const { subnetID, validator, stake } = tx.unsignedTx;
  const subnetId = subnetID ?? validator?.subnetID ?? (stake ? P_CHAIN : undefined);
  return { ...(nodeId !== undefined && { nodeId }), ...(subnetId !== undefined && { subnetId }) };
}

function stakeSubject(network: Network, txId: string): Subject {
  const made = network.txs.find(({ id }) => id === txId);
  if (made) return getSubject(network, made);
  const genesis = primaryStakes(network).find((stake) => stake.txId === txId);
  return { nodeId: must(genesis, `the stake ${txId}`).nodeId, subnetId: P_CHAIN };
}
