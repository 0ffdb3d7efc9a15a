import { DELIVERY_OUTCOMES, type DeliveryOutcome } from '../contract/delivery';

export type Tally = ReturnType<typeof createTally>;

/** Of one invocation of the sender. */
export function createTally() {
  const outcomes = Object.fromEntries(DELIVERY_OUTCOMES.map((outcome) => [outcome, 0])) as Record<
    DeliveryOutcome,
    number
  >;
  let longest: number | undefined;
  return {
    outcomes: outcomes as Readonly<typeof outcomes>,
    ended(outcome: DeliveryOutcome): void {
      outcomes[outcome] += 1;
    },
    /** Queueing delay of a first attempt to a healthy receiver, ms. */
    waited(ms: number): void {
      longest = Math.max(longest ?? 0, ms);
    },
    longestWait: () => longest,
  };
}
