import type { Address } from 'viem';
import { seededRandom } from '../../../demo/random';
import type { Send } from '../node/nasty';

/** Makes the next transaction of one kind. */
export type Maker = () => Send | Promise<Send>;

/** Draws from a seed: `below` and `amount` give 0 to `count` - 1, `holder` one of the holders. */
export type Draw = ReturnType<typeof drawer>;

/** Random draws from a seed among these holders. `pick` throws if there is nothing to pick from. */
export function drawer(seed: number, holders: readonly Address[]) {
  const random = seededRandom(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const pick = <T>(list: readonly T[]): T => {
    const picked = list[below(list.length)];
    if (picked === undefined) throw new Error('There is nothing to pick from.');
    return picked;
  };
  return { below, pick, holder: () => pick(holders), amount: (count: number) => BigInt(below(count)) };
}
