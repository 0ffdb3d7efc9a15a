import type { Sha256 } from './sha256';

const be = (value: number, bytes: number): string => value.toString(16).padStart(bytes * 2, '0');

/** `ids.ID.Prefix` of avalanchego. */
export const toUtxoId = (txId: string, index: number, sha256: Sha256): string =>
  `0x${sha256(be(index, 8) + txId.slice(2))}`;

/** ACP-77. `index`: in the subnet's conversion. */
export const getConvertedValidationId = (subnetId: string, index: number, sha256: Sha256): string =>
  `0x${sha256(subnetId.slice(2) + be(index, 4))}`;
