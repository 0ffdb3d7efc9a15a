/** Position of an entry. `rank`: 0 if it belongs to the block event; otherwise counts the entries appended later. */
export interface FeedPlace {
  readonly serial: number;
  readonly rank: number;
}

/** Serials begin at 1. */
export const BEFORE_ALL: FeedPlace = { serial: 0, rank: 0 };
/** The widest that a key takes. */
export const MAX_RANK = 999_999_999;

/** The last entry that was read of a window. */
export interface FeedStop extends FeedPlace {
  readonly tx: number;
  readonly digest: string;
}

/**
 * A feed is read in windows, each up to the confirmed end of its time. A message whose block was added and removed
 * within one window is left out with its removal, as a receiver of deliveries never gets it either.
 */
export interface FeedPosition {
  /** Where the first window began: removals of earlier messages are left out. */
  readonly start: FeedPlace;
  /** End of the last window that was read whole. */
  readonly read: FeedPlace;
  /** Within the next one. */
  readonly within?: { readonly end: FeedPlace; readonly after: FeedStop };
}

export const isAfter = (one: FeedPlace, other: FeedPlace): boolean =>
  one.serial > other.serial || (one.serial === other.serial && one.rank > other.rank);

export const isAfterStop = (one: FeedStop, stop: FeedStop): boolean => {
  if (one.serial !== stop.serial || one.rank !== stop.rank) return isAfter(one, stop);
  return one.tx > stop.tx || (one.tx === stop.tx && one.digest > stop.digest);
};
