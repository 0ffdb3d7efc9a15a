import type { Address } from 'viem';
import { seededRandom } from '../../../demo/random';
import type { Send } from '../node/nasty';

export type Maker = () => Send | Promise<Send>;

export type Draw = ReturnType<typeof drawer>;

/** `below` and `amount` give 0 to `count` - 1; `pick` throws on an empty list. */
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
