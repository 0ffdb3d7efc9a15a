import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { toBech32 } from './bytes';
import type { Network, PlacedTx } from './network';

const [LIST_BYTES, CHECKSUM_BYTES, SIGNATURE_BYTES] = [4, 4, 65];

type Signed = { credentials?: { signatures: string[] }[] };

/** Recovered from signatures, imported inputs last; addresses without the chain. */
export function signersIn(network: Network, tx: PlacedTx): string[][] {
  const { credentials = [] } = tx as PlacedTx & Signed;
  const signatures = credentials.map((one) => one.signatures);
  const { tx: text } = network.answer<{ tx: string }>('platform.getTx', { txID: tx.id });
  // Each credential has a type and a length, and the list has a length.
  const bytes = signatures.reduce(
    (sum, of) => sum + 2 * LIST_BYTES + SIGNATURE_BYTES * of.length,
    LIST_BYTES + CHECKSUM_BYTES,
  );
  const unsigned = Buffer.from(text.slice(2), 'hex').subarray(0, -bytes);
  const message = createHash('sha256').update(unsigned).digest();
  return signatures.map((of) => of.map((one) => getAddress(Buffer.from(one.slice(2), 'hex'), message)));
}

function getAddress(signature: Buffer, message: Uint8Array): string {
  const key = secp256k1.Signature.fromBytes(signature.subarray(0, 64), 'compact')
    .addRecoveryBit(signature[64] ?? 0)
    .recoverPublicKey(message)
    .toBytes();
  const hashed = createHash('ripemd160').update(createHash('sha256').update(key).digest()).digest('hex');
  return toBech32(hashed, 'custom');
}
