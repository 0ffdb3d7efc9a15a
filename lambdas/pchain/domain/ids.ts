import type { Sha256 } from './sha256';

const be = (value: number, bytes: number): string => value.toString(16).padStart(bytes * 2, '0');

/** UTXO ID of a transaction's output (`ids.ID.Prefix` of avalanchego). IDs are 0x and 64 hex digits. */
export const toUtxoId = (txId: string, index: number, sha256: Sha256): string =>
  `0x${sha256(be(index, 8) + txId.slice(2))}`;

/** Validation ID of an L1 validator by its index in the subnet's conversion (ACP-77). */
export const getConvertedValidationId = (subnetId: string, index: number, sha256: Sha256): string =>
  `0x${sha256(subnetId.slice(2) + be(index, 4))}`;
