/** `hash`: 0x hex. */
export interface BlockRef {
  readonly number: number;
  readonly hash: string;
}

export interface BlockHeader extends BlockRef {
  readonly parentHash: string;
  /** Unix seconds. */
  readonly time: number;
}
