/** A block by number and hash (0x hex). */
export interface BlockRef {
  readonly number: number;
  readonly hash: string;
}

/** The fields of a block that a follower needs. */
export interface BlockHeader extends BlockRef {
  readonly parentHash: string;
  /** Unix seconds. */
  readonly time: number;
}
