import { after, key } from '../../../core/table/key';
import type { List } from '../../../core/table/list';
import { entities } from '../../../core/table/schema';
import { text } from '../../../core/table/stored-item';
import type { Table } from '../../../core/table/table';
import type { TransferKind } from '../../domain/transfers';
import { holdingKey, LETTER, readHolding, type StoredHolding } from './holding-item';

export const holdingReader = (kind: TransferKind) => (table: Table) => ({
  /** By token, then by id. Includes amounts of 0. */
  ofAddress: (chain: string, address: string, token?: string): List<StoredHolding> => ({
    pk: key(entities.Erc20Holding.pk, { chain, address }),
    // The letter is part of the row key: merged lists of several kinds are in its order.
    low: `${LETTER[kind]}#${token ?? ''}`,
    high: after(`${LETTER[kind]}#${token ?? ''}`),
    rows: (item) => [{ key: text(item.sk), value: readHolding(item) }],
  }),
  async find(chain: string, address: string, tokens: readonly string[]): Promise<StoredHolding[]> {
    const keys = tokens.map((token) => holdingKey(chain, { kind, token, holder: address }));
    return (await table.batchGet(keys)).map(readHolding);
  },
});
