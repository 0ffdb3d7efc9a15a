import { createHash } from 'node:crypto';
import { bech32 } from '@scure/base';
import { toDigits } from './bytes';
import type { Output } from './outputs';

const [CODEC, TRANSFER_OUTPUT, LOCKED_OUTPUT] = ['0000', '00000007', '00000016'];

/** With the trailing checksum: the last four bytes of SHA-256. */
export function getUtxoBytes(output: Omit<Output, 'kind'>): string {
  const { txId, index, assetId, amount, addresses, threshold, locktime, stakeableLocktime } = output;
  const u32 = (value: number) => value.toString(16).padStart(8, '0');
  const u64 = (value: number | string) => BigInt(value).toString(16).padStart(16, '0');
  const owners = addresses.map((address) => {
    const { words } = bech32.decode(address as `${string}1${string}`);
    return Buffer.from(bech32.fromWords(words)).toString('hex');
  });
  const lock = stakeableLocktime === undefined ? '' : LOCKED_OUTPUT + u64(stakeableLocktime);
  const held = TRANSFER_OUTPUT + u64(amount) + u64(locktime) + u32(threshold) + u32(owners.length) + owners.join('');
  const digits = CODEC + toDigits(txId) + u32(index) + toDigits(assetId) + lock + held;
  return `0x${digits}${createHash('sha256').update(digits, 'hex').digest('hex').slice(-8)}`;
}
