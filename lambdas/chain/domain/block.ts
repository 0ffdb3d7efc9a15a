/** A block by number and hash. The hash is hexadecimal text with 0x. */
export interface BlockRef {
  readonly number: number;
  readonly hash: string;
}

/** The fields of a block that following a chain needs. */
export interface BlockHeader extends BlockRef {
  readonly parentHash: string;
  /** Unix seconds. */
  readonly time: number;
}
