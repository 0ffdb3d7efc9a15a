import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { Tx } from '../domain/codec/block';
import { unsignedTx } from '../domain/codec/tx';
import type { SignersOf } from '../domain/derive';

const hash = (algorithm: string, bytes: Uint8Array): Buffer => createHash(algorithm).update(bytes).digest();

/** One credential per input, in input order. Invalid signatures are skipped. */
export const getSigners: SignersOf = (tx, input) => {
  const message = hash('sha256', Buffer.from(`0000${unsignedTx.write(tx.unsigned)}`, 'hex'));
  return (tx.credentials[input]?.signatures ?? []).flatMap((signature) => getAddress(signature, message) ?? []);
};

function getAddress(
  signature: Tx['credentials'][number]['signatures'][number],
  message: Uint8Array,
): string | undefined {
  const bytes = Buffer.from(signature.slice(2), 'hex');
  try {
    // The library expects the recovery byte first; Avalanche puts it last.
    const key = secp256k1.recoverPublicKey(Buffer.concat([bytes.subarray(64), bytes.subarray(0, 64)]), message, {
      prehash: false,
    });
    return `0x${hash('ripemd160', hash('sha256', key)).toString('hex')}`;
  } catch {
    return undefined;
  }
}
