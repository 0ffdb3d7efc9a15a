import { isUtf8 } from 'node:buffer';
import type { GenesisData } from '../contract/schemas/subnets';
import { readWhole } from '../domain/codec/codec';
import { signedTx, type UnsignedTx } from '../domain/codec/tx';
import type { PTxRow } from '../domain/rows';

/** What the bytes of a transaction say; undefined if its block was not readable. */
export const parseUnsigned = ({ bytes }: Pick<PTxRow, 'bytes'>): UnsignedTx | undefined =>
  bytes === undefined ? undefined : readWhole(signedTx, bytes.slice(2)).unsigned;

/** Levels of JSON in an answer: no genesis needs as many, and JSON of thousands of levels can be read but not written. */
const MAX_LEVELS = 100;
const isShallow = (value: unknown, levels = MAX_LEVELS): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((one) => isShallow(one, levels - 1)));

/** A genesis (0x and digits) as answers show it: a JSON object, else its text, or its bytes if it is none. */
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
