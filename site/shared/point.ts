/** A bar of a plot. */
export interface Point {
  /** Of the bar, such as its time. */
  readonly label: string;
  /** Not negative. */
  readonly value: number;
  /** The value as text. */
  readonly text: string;
}
