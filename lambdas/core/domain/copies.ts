/**
 * Rows of blocks that can be derived again while the old ones are read. A family is derived as a whole, as its rows
 * repeat each other's data. `network` is every row of a P-Chain, where later blocks update the rows of earlier ones.
 */
export type RowFamily = 'transactions' | 'tokens' | 'traces' | 'teleporter' | 'network';

/** The blocks of each family that are read from the second copy, ascending; all others are read from the first. */
export type SecondCopy = Readonly<Partial<Record<RowFamily, readonly CopiedBlocks[]>>>;

/** Inclusive on both ends. */
interface CopiedBlocks {
  readonly from: number;
  readonly to: number;
}

export const isInSecondCopy = (second: SecondCopy | undefined, family: RowFamily, block: number): boolean =>
  second?.[family]?.some(({ from, to }) => block >= from && block <= to) === true;

/** The second copy of a whole P-Chain. */
export const WHOLE_NETWORK: SecondCopy = { network: [{ from: 0, to: Number.MAX_SAFE_INTEGER }] };
