import { isUtf8 } from 'node:buffer';
import type { GenesisData } from '../contract/schemas/subnets';
import { readWhole } from '../domain/codec/codec';
import { signedTx, type UnsignedTx } from '../domain/codec/tx';
import type { PTxRow } from '../domain/rows';

/** undefined if its block was unreadable. */
export const parseUnsigned = ({ bytes }: Pick<PTxRow, 'bytes'>): UnsignedTx | undefined =>
  bytes === undefined ? undefined : readWhole(signedTx, bytes.slice(2)).unsigned;

/** `JSON.parse` accepts thousands of levels that `JSON.stringify` cannot write. */
const MAX_LEVELS = 100;
const isShallow = (value: unknown, levels = MAX_LEVELS): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((one) => isShallow(one, levels - 1)));

/** To a JSON object, else to text if it is UTF-8, else unchanged. */
export function genesisView(genesis: string): GenesisData {
  const bytes = Buffer.from(genesis.slice(2), 'hex');
  if (!isUtf8(bytes)) return genesis;
  const text = bytes.toString();
  try {
    const read: unknown = JSON.parse(text);
    const isObject = typeof read === 'object' && read !== null && !Array.isArray(read);
    return isObject && isShallow(read) ? { ...read } : text;
  } catch {
    return text;
  }
}
