import type { Recording } from '../../../../demo/p-chain/recording';
import { assetAmount } from './amounts';
import { toDigits, toUtxoId } from './bytes';
import { exactJson, known, must } from './json';
import { getNetwork, type Network, P_CHAIN, type PlacedTx } from './network';
import type { NodeInput } from './node-types';
import { knownOutputs, outputKey, outputOfBytes } from './outputs';
import { endedStake } from './rewards';
import { type StakePeriod, toPeriod } from './staking';
import { type ExpectedUtxo, emittedUtxos } from './utxos';

/** Unix seconds. */
type Point = { height: number; time: number };

export type OwnedUtxo = {
  /** Constant. Genesis outputs without a recorded owner have no `addresses`. */
  utxo: ExpectedUtxo;
  /** Rewards exist from the deciding block, genesis outputs from the first. */
  created: Point;
  stake?: { tx: PlacedTx; returned?: Point };
  spent?: Point & { by: string };
};

export type ExpectedOwnedUtxo = ExpectedUtxo & { blockNumber: string; blockTimestamp: number };

const owned = new WeakMap<Network, readonly OwnedUtxo[]>();

/** Of transactions, and spent genesis outputs. Oldest first; within a block by transaction id. */
export function ownedUtxos(network: Network): readonly OwnedUtxo[] {
  const found = owned.get(network) ?? readOwned(network);
  owned.set(network, found);
  return found;
}

export const ownersIn = (network: Network): string[] => [
  ...new Set(ownedUtxos(network).flatMap(({ utxo }) => utxo.addresses ?? [])),
];

/** Outputs spent without a recorded owner. The API lists them for their signers. */
export const createUtxoIds = (network: Network): Set<string> =>
  new Set(ownedUtxos(network).flatMap(({ utxo }) => (utxo.addresses ? [] : [utxo.utxoId])));

export function createTxIds(network: Network): Set<string> {
  const open = createUtxoIds(network);
  return new Set(ownedUtxos(network).flatMap(({ utxo, spent }) => (open.has(utxo.utxoId) && spent ? [spent.by] : [])));
}

/** The list as of a height. `least` in the asset's smallest unit. */
export type UtxoQuery = {
  addresses: readonly string[];
  height?: number;
  includeSpent?: boolean;
  assetId?: string;
  least?: bigint;
  sortBy?: 'timestamp' | 'amount';
};

export function expectedUtxos(recording: Recording, query: UtxoQuery): ExpectedOwnedUtxo[] {
  const network = getNetwork(recording);
  const { addresses, height = network.last, includeSpent = false, assetId, least = 0n, sortBy } = query;
  const rows = ownedUtxos(network)
    .filter(({ utxo }) => utxo.addresses?.some((one) => addresses.includes(one)))
    .filter((one) => isKnownAt(one, height) && (includeSpent || !isAt(one.spent, height)))
    .filter(({ utxo }) => BigInt(utxo.amount) >= least && (assetId === undefined || utxo.assetId === assetId))
    .map((one) => shownAt(network, one, height));
  return sortBy === 'amount' ? rows.toSorted((a, b) => Number(BigInt(a.amount) - BigInt(b.amount))) : rows;
}

export const isAt = (point: Point | undefined, height: number): boolean =>
  point !== undefined && point.height <= height;

/** Unspent genesis outputs are not in any block. */
export const isKnownAt = ({ utxo, created, spent }: OwnedUtxo, height: number): boolean =>
  isAt(utxo.txHash === P_CHAIN ? spent : created, height);

/** By the node's latest answer at a height: a renewing stake starts again. */
export function stakedDuring(network: Network, tx: PlacedTx, height: number): StakePeriod {
  const period = toPeriod(network, tx);
  if (period.endTimestamp !== undefined) return period;
  type Listed = { txID?: string; startTime: string; endTime: string };
  const answer = network.recording
    .of('platform.getCurrentValidators {}')
    .findLast((one) => one.height <= height && 'text' in one && one.text.includes(`"${tx.id}"`));
  const text = must(answer && 'text' in answer ? answer.text : undefined, `the stake ${tx.id} at ${height}`);
  const listed = exactJson<{ validators: Listed[] }>(text).validators.find(({ txID }) => txID === tx.id);
  const { startTime, endTime } = must(listed, `the stake ${tx.id}`);
  return { startTimestamp: Number(startTime), endTimestamp: Number(endTime) };
}

function shownAt(network: Network, { utxo, created, stake, spent }: OwnedUtxo, height: number): ExpectedOwnedUtxo {
  const isStaked = stake && !isAt(stake.returned, height);
  const during = isStaked ? stakedDuring(network, stake.tx, height) : {};
  const by = spent && isAt(spent, height) ? spent : undefined;
  return known<ExpectedOwnedUtxo>({
    ...{ ...utxo, blockNumber: String(created.height), blockTimestamp: created.time },
    ...{ staked: isStaked === true },
    ...{ utxoStartTimestamp: during.startTimestamp, utxoEndTimestamp: during.endTimestamp },
    ...{ consumingTxHash: by?.by, consumingBlockNumber: by && String(by.height), consumingBlockTimestamp: by?.time },
  });
}

function readOwned(network: Network): OwnedUtxo[] {
  const spent = new Map(
    network.txs.flatMap((tx) =>
      (tx.unsignedTx.inputs ?? []).map((input) => {
        const at = { height: Number(tx.block.height), time: tx.time, by: tx.id };
        return [outputKey(input.txID, input.outputIndex), { input, at }] as const;
      }),
    ),
  );
  const genesis = [...spent.values()]
    .filter(({ input }) => input.txID === P_CHAIN)
    .map(({ input }) => ({ utxo: genesisUtxo(network, input), created: pointAt(network, 0) }));
  const emitted = network.txs.flatMap((tx) => {
    const created = tx.block.tx?.id === tx.id ? decidedAt(network, tx) : pointAt(network, Number(tx.block.height));
    return emittedUtxos(network, tx)
      .filter(({ consumedOnChainId }) => consumedOnChainId === P_CHAIN)
      .flatMap(({ staked, utxoStartTimestamp: _start, utxoEndTimestamp: _end, ...rest }) => {
        const utxo = { ...rest, staked: false };
        return created
          ? [{ utxo: withLock(utxo), created, ...(staked && { stake: getStake(network, tx, utxo) }) }]
          : [];
      });
  });
  const all = [...genesis, ...emitted].map((one): OwnedUtxo => {
    const by = spent.get(outputKey(one.utxo.txHash, one.utxo.outputIndex))?.at;
    return { ...one, ...(by && { spent: by }) };
  });
  return all.sort((a, b) => (getPlace(a) < getPlace(b) ? -1 : 1));
}

const getPlace = ({ created, utxo: { txHash, outputIndex } }: OwnedUtxo): string =>
  `${String(created.height).padStart(10, '0')} ${toDigits(txHash)} ${String(outputIndex).padStart(10, '0')}`;

const withLock = (utxo: ExpectedUtxo): ExpectedUtxo => ({ ...utxo, platformLocktime: utxo.platformLocktime ?? 0 });

function pointAt(network: Network, height: number): Point {
  const block = must(network.blocks[height], `block ${height}`);
  return { height, time: network.getTime(block) };
}

/** A proposal takes effect with the next block. */
function decidedAt(network: Network, { block }: PlacedTx): Point | undefined {
  const height = Number(block.height) + 1;
  return height <= network.last ? pointAt(network, height) : undefined;
}

/** A renewing stake has several ends; it is over once the node lists the output as spendable. */
function getStake(network: Network, tx: PlacedTx, { addresses = [], outputIndex }: ExpectedUtxo) {
  const ends = network.txs.filter((one) => endedStake(one) === tx.id);
  const ending = ends.find(
    (end) =>
      !('timestamp' in end.unsignedTx) ||
      addresses.some((address) =>
        spendableAt(network, address, Number(end.block.height) + 1).some(
          (one) => one.txId === tx.id && one.index === outputIndex,
        ),
      ),
  );
  const returned = ending && decidedAt(network, ending);
  return { tx, ...(returned && { returned }) };
}

/** Neither spent nor staked. */
export function spendableAt(network: Network, address: string, height: number) {
  const asked = { addresses: [`P-${address}`] };
  const { utxos } = network.find<{ utxos: string[] }>('platform.getUTXOs', asked, height) ?? { utxos: [] };
  return utxos.map((utxo) => outputOfBytes(utxo, network.recording.header.networkId));
}

function genesisUtxo(network: Network, { txID, outputIndex, assetID, input }: NodeInput): ExpectedUtxo {
  const { amount } = 'input' in input ? input.input : input;
  const index = Number(outputIndex);
  const output = knownOutputs(network).get(outputKey(txID, outputIndex));
  return known<ExpectedUtxo>({
    ...{ utxoId: toUtxoId(txID, index), txHash: txID, outputIndex: index, assetId: assetID, amount },
    asset: assetAmount({ assetId: assetID, amount }, network.avaxAssetId),
    ...{ createdOnChainId: P_CHAIN, consumedOnChainId: P_CHAIN, staked: false },
    utxoType: 'input' in input ? 'STAKE' : 'TRANSFER',
    ...{ addresses: output?.addresses, threshold: output?.threshold },
    stakeableLocktime: 'input' in input ? Number(input.locktime) : undefined,
  });
}
