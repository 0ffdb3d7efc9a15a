import type { RowFamily } from './copies';

/** After it, the same blocks give other rows. */
interface DerivationChange {
  readonly version: number;
  /** Whose rows differ. Not `traces`: the version that traced a block is not noted, and it may be traced much later. */
  readonly families: readonly Exclude<RowFamily, 'traces'>[];
  /** The last release without it. */
  readonly after: string;
  /** What rows of earlier versions lack, after "without". */
  readonly lacks: string;
}

/** Append one with each change of derived rows. Version 1 is that of release 0.1.0. */
export const DERIVATION_CHANGES: readonly DerivationChange[] = [
  {
    version: 2,
    families: ['tokens'],
    after: '0.1.0',
    lacks: 'cumulativeGasUsed of transactions, which the Etherscan dialect returns',
  },
];

/** Of the rows that this code derives: the last one above. A literal, so that bundles leave the list out. */
export const DERIVATION = 2;
