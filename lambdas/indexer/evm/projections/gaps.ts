import { gapItem } from '../../../adapters/dynamo/evm/gaps';
import type { Projection } from './projection';

/** Blocks whose node has lost receipts: they are counted, and asked for again by hand. */
export const gaps = (chain: string): Projection => ({
  facts: ({ block: { number, hash }, missingReceipts }) =>
    missingReceipts.length > 0
      ? [gapItem(chain, { kind: 'receipts', number, hash, transactions: missingReceipts })]
      : [],
});
