import type { Recording } from '../../../../demo/p-chain/recording';
import { toDigits, withoutChain } from './bytes';
import type { FileRow } from './export-ledger';
import type { ExportQuery } from './export-rows';
import { isoSeconds, wholeAvax } from './export-text';
import { must } from './json';
import { getNetwork, type Network, type PlacedTx } from './network';
import { listedOutputs } from './outputs';
import {
  getOwners,
  getTerms,
  listed,
  type PrimaryStake,
  primaryStakes,
  type StakeTerms,
  timeAt,
} from './primary-stakes';
import { endedStake, getRewards } from './rewards';

type Sort = readonly [height: number, index: number, rank: number, txId: string, output: number];
type Event = { sort: Sort; cells: FileRow };

export function expectedStaking(recording: Recording, { addresses, to }: ExportQuery): FileRow[] {
  const network = getNetwork(recording);
  const exported = (some: readonly string[]) => some.filter((one) => addresses.includes(one));
  return primaryStakes(network)
    .flatMap((stake) => [
      ...getBeginning(network, stake, exported),
      ...getEnds(network, stake, exported),
      ...paidTo(network, stake, exported),
    ])
    .filter(({ sort: [height] }) => height <= to)
    .toSorted((a, b) => compare(a.sort, b.sort))
    .map(({ cells }) => cells);
}

function compare(a: Sort, b: Sort): number {
  const at = a.findIndex((part, i) => part !== b[i]);
  const [x, y] = [a[at] ?? 0, b[at] ?? 0];
  return at === -1 ? 0 : x < y ? -1 : 1;
}

/** A potential reward missing in the recording. */
export const UNKNOWN = '?';

type Exported = (addresses: readonly string[]) => string[];

const EMPTY: FileRow = { transactionId: '', amount: '', rawAmount: '', reward: '', rewarded: '', potentialReward: '' };

/** A proposal takes effect with the next block. */
const getPlace = (tx: PlacedTx): readonly [number, number] =>
  tx.block.tx?.id === tx.id ? [Number(tx.block.height) + 1, 0] : [Number(tx.block.height), tx.index];

const amountCells = (amount: bigint): FileRow => ({ amount: wholeAvax(amount), rawAmount: String(amount) });

function stakeCells({ txId, nodeId, kind }: PrimaryStake, terms: StakeTerms): FileRow {
  const { amountStaked, startTimestamp, endTimestamp } = terms;
  const [start, end] = [isoSeconds(startTimestamp), isoSeconds(endTimestamp)];
  const weight = { stake: wholeAvax(BigInt(amountStaked)), rawStake: amountStaked };
  return { kind, stakingTransactionId: txId, nodeId, start, end, ...weight };
}

function getShares(stake: PrimaryStake, exported: Exported) {
  const outputs = listedOutputs({ id: stake.txId, unsignedTx: stake.unsignedTx }).filter(
    ({ kind }) => kind === 'stake',
  );
  const { own, fee } = getOwners(stake);
  const rewarded = [...own.addresses, ...fee.addresses].map(withoutChain);
  const owned = outputs.filter((one) => exported(one.addresses).length > 0);
  return {
    amount: owned.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
    addresses: [...new Set(exported([...outputs.flatMap((one) => one.addresses), ...rewarded]))],
  };
}

const begunAt = ({ tx }: PrimaryStake): number => (tx ? getPlace(tx)[0] : 0);

function getBeginning(network: Network, stake: PrimaryStake, exported: Exported): Event[] {
  const { amount, addresses } = getShares(stake, exported);
  if (addresses.length === 0) return [];
  const { tx, txId } = stake;
  const [height, index] = tx ? getPlace(tx) : [0, genesisPlace(network, txId)];
  const terms = getTerms(network, stake, height);
  const time = timeAt(network, height);
  // Before Durango, the reward was set when the stake started.
  const waits = terms.startTimestamp > time;
  const promised = waits ? '' : promisedTo(firstListed(network, stake, height));
  return [
    {
      sort: [height, index, 0, toDigits(txId), 0],
      cells: {
        ...EMPTY,
        ...{ date: isoSeconds(time), block: String(height), event: 'begin' },
        ...(tx && { transactionId: tx.id, ...amountCells(amount) }),
        ...{ addresses: addresses.join(' '), ...stakeCells(stake, terms) },
        potentialReward: promised,
      },
    },
  ];
}

const promisedTo = (seen: ReturnType<typeof listed>): string => {
  if (!seen) return UNKNOWN;
  return seen.potentialReward === '0' ? '' : wholeAvax(BigInt(seen.potentialReward));
};

/** The node was not queried after every block. */
function firstListed(network: Network, stake: PrimaryStake, from: number) {
  for (let height = from; height <= network.last; height++) {
    const found = listed(network, stake, height);
    if (found) return found;
  }
  return undefined;
}

/** In the node's starting order. */
function genesisPlace(network: Network, txId: string): number {
  const genesis = primaryStakes(network).filter(({ tx }) => !tx);
  if (genesis.length > 1) throw new Error('the recordings had one validator in their genesis');
  return genesis.findIndex((one) => one.txId === txId);
}

/** A stake ends with its reward transaction; a renewing one with the last, if it is no longer listed. */
function getEnds(network: Network, stake: PrimaryStake, exported: Exported): Event[] {
  const { amount, addresses } = getShares(stake, exported);
  const ending = network.txs.findLast((tx) => endedStake(tx) === stake.txId);
  if (!ending || addresses.length === 0) return [];
  const [height, index] = getPlace(ending);
  const goesOn = 'validatorAuthority' in stake.unsignedTx && listed(network, stake, network.last);
  if (height > network.last || goesOn) return [];
  const isRewarded = getRewards(network, ending).some(({ rewardType }) => rewardType !== 'VALIDATOR_FEE');
  return [
    {
      sort: [height, index, 1, toDigits(stake.txId), 0],
      cells: {
        ...EMPTY,
        ...{ date: isoSeconds(ending.time), block: String(height), transactionId: ending.id, event: 'end' },
        ...{ ...amountCells(amount), addresses: addresses.join(' '), rewarded: isRewarded ? 'yes' : 'no' },
        ...stakeCells(stake, getTerms(network, stake, begunAt(stake))),
      },
    },
  ];
}

const REWARDS = { VALIDATOR: 'validation', DELEGATOR: 'delegation', VALIDATOR_FEE: 'delegation fee' };

function paidTo(network: Network, stake: PrimaryStake, exported: Exported): Event[] {
  const paying = network.txs.filter((tx) => endedStake(tx) === stake.txId && getPlace(tx)[0] <= network.last);
  return paying.flatMap((tx) => {
    const [height, index] = getPlace(tx);
    const terms = getTerms(network, stake, Number(tx.block.height) - 1);
    return getRewards(network, tx).flatMap((output): Event[] => {
      const addresses = exported(output.addresses);
      if (addresses.length === 0) return [];
      const reward = REWARDS[must(output.rewardType, `why ${tx.id} paid`)];
      const head = { date: isoSeconds(tx.time), block: String(height), transactionId: tx.id, event: 'reward', reward };
      const paid = { addresses: addresses.join(' '), ...amountCells(BigInt(output.amount)) };
      return [
        {
          sort: [height, index, 2, toDigits(stake.txId), output.index],
          cells: { ...EMPTY, ...head, ...paid, ...stakeCells(stake, terms) },
        },
      ];
    });
  });
}
