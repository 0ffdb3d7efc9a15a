import { ByteReader, cb58, toBech32, withoutChain } from './bytes';
import type { Network, PlacedTx } from './network';
import type { NodeOutput } from './node-types';

export type Output = {
  txId: string;
  index: number;
  assetId: string;
  amount: string;
  addresses: string[];
  threshold: number;
  locktime: number;
  stakeableLocktime?: number;
  kind: 'plain' | 'stake' | 'export';
};

const TRANSFER_OUTPUT = 7;
const LOCKED_OUTPUT = 22;

const getHrp = (networkId: number): string => ({ 1: 'avax', 5: 'fuji', 12345: 'local' })[networkId] ?? 'custom';

/** Indexes continue from plain to staked to exported outputs. */
export function listedOutputs({ id, unsignedTx }: Pick<PlacedTx, 'id' | 'unsignedTx'>): Output[] {
  const { outputs = [], stake = [], exportedOutputs = [] } = unsignedTx;
  const ofKind = (kind: Output['kind'], list: NodeOutput[]) => list.map((one) => ({ kind, one }));
  return [...ofKind('plain', outputs), ...ofKind('stake', stake), ...ofKind('export', exportedOutputs)].map(
    ({ kind, one: { assetID, output } }, index) => {
      const { amount, addresses, threshold, locktime } = 'output' in output ? output.output : output;
      return {
        ...{ txId: id, index, kind, assetId: assetID, amount },
        addresses: addresses.map(withoutChain),
        ...{ threshold: Number(threshold), locktime: Number(locktime) },
        ...('output' in output && { stakeableLocktime: Number(output.locktime) }),
      };
    },
  );
}

/** With the trailing checksum of four bytes. */
export function outputOfBytes(utxo: string, networkId: number): Output {
  const bytes = new ByteReader(utxo);
  bytes.u16();
  const head = { txId: cb58(bytes.take(32)), index: bytes.u32(), assetId: cb58(bytes.take(32)) };
  let type = bytes.u32();
  const stakeableLocktime = type === LOCKED_OUTPUT ? Number(bytes.u64()) : undefined;
  if (stakeableLocktime !== undefined) type = bytes.u32();
  if (type !== TRANSFER_OUTPUT) throw new Error(`an output of type ${type}`);
  const amount = String(bytes.u64());
  const locktime = Number(bytes.u64());
  const threshold = bytes.u32();
  const addresses = Array.from({ length: bytes.u32() }, () => toBech32(bytes.take(20), getHrp(networkId)));
  const lock = stakeableLocktime !== undefined && { stakeableLocktime };
  return { ...head, kind: 'plain', amount, locktime, threshold, addresses, ...lock };
}

const outputs = new WeakMap<Network, ReadonlyMap<string, Output>>();

export const outputKey = (txId: string, index: number | string): string => `${txId}:${index}`;

/** Listed by transactions, or owned at a recorded height (rewards, refunds, genesis outputs not spent at once). */
export function knownOutputs(network: Network): ReadonlyMap<string, Output> {
  const found = outputs.get(network) ?? readOutputs(network);
  outputs.set(network, found);
  return found;
}

function readOutputs(network: Network): ReadonlyMap<string, Output> {
  const { recording } = network;
  const owned = recording
    .keys()
    .filter((key) => /^platform\.get(Reward)?UTXOs /.test(key))
    .flatMap((key) => recording.of(key))
    .flatMap((answer) => ('text' in answer ? (JSON.parse(answer.text) as { utxos: string[] }).utxos : []));
  const ofBytes = [...new Set(owned)].map((utxo) => outputOfBytes(utxo, recording.header.networkId));
  // A returned stake has the same id: only its transaction says that it was staked.
  const all = [...ofBytes, ...network.txs.flatMap(listedOutputs)].filter(({ kind }) => kind !== 'export');
  return new Map(all.map((output) => [outputKey(output.txId, output.index), output]));
}
