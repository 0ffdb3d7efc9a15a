import { isUtf8 } from 'node:buffer';
import type { GenesisData } from '../../../contract/schemas/primary-network/subnets';
import { readWhole } from '../../../domain/pchain/codec/codec';
import { signedTx, type UnsignedTx } from '../../../domain/pchain/codec/tx';
import type { PTxRow } from '../../../domain/pchain/rows';

/** What the bytes of a transaction say; undefined if its block was not readable. */
export const unsignedOf = ({ bytes }: Pick<PTxRow, 'bytes'>): UnsignedTx | undefined =>
  bytes === undefined ? undefined : readWhole(signedTx, bytes.slice(2)).unsigned;

/** A genesis (0x and digits) as answers show it: a JSON object, else its text, or its bytes if it is none. */
export function genesisView(genesis: string): GenesisData {
  const bytes = Buffer.from(genesis.slice(2), 'hex');
  if (!isUtf8(bytes)) return genesis;
  const text = bytes.toString();
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? { ...read } : text;
  } catch {
    return text;
  }
}
