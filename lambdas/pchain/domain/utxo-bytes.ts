import { struct, u16, u32 } from './codec/codec';
import { id, type Output, output } from './codec/parts';
import type { Utxo } from './replay/effects';
import type { Sha256 } from './sha256';

const utxo = struct({ version: u16, txId: id, outputIndex: u32, output });

/** With checksum, as `platform.getUTXOs` encodes it in hex. */
export function utxoBytes({ txId, outputIndex, ...held }: Utxo, sha256: Sha256): string {
  const digits = utxo.write({ version: 0, txId, outputIndex, output: getOutput(held) });
  return `0x${digits}${sha256(digits).slice(-8)}`;
}

function getOutput({ assetId, amount, owners, stakeableUntil }: Omit<Utxo, 'txId' | 'outputIndex'>): Output {
  const { locktime, threshold, addresses } = owners;
  const plain = { type: 'TransferOutput' as const, amount, locktime, threshold, addresses };
  if (stakeableUntil === undefined) return { assetId, output: plain };
  return { assetId, output: { type: 'StakeableLockOut', locktime: stakeableUntil, output: plain } };
}
