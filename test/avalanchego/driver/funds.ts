import { setTimeout as sleep } from 'node:timers/promises';
import { type Key, key } from './keys';
import { AVAX, type Network, now, owners, payTo, send } from './wallet';

/** The key that owns everything in the genesis. */
export const FUNDS = key('funds');
/** Keys that issue transactions, possibly concurrently. */
export const [ANNA, BEN, CLARA, DORA, EMIL] = ['anna', 'ben', 'clara', 'dora', 'emil'].map(key) as [
  Key,
  Key,
  Key,
  Key,
  Key,
];

export const pay = (net: Network, by: Key, outputs: Parameters<typeof send>[2]['outputs'] = []): Promise<string> =>
  send(net, [by], { amount: outputs.reduce((sum, one) => sum + plainAmount(one), 0n), outputs }, (base) => ({
    type: 'BaseTx',
    ...base,
  }));

const plainAmount = ({ output }: NonNullable<Parameters<typeof send>[2]['outputs']>[number]): bigint =>
  output.type === 'TransferOutput' ? output.amount : 0n;

/** A transaction with the only purpose of making a block. */
export const nudge = (net: Network): Promise<string> => pay(net, EMIL);

/** Makes blocks at an interval until a time, Unix seconds. */
export async function nudgeUntil(net: Network, time: number, everyMs = 1_000): Promise<void> {
  while (now() < time) {
    await nudge(net);
    await sleep(everyMs);
  }
}

/** Divides the funds, with locked and multi-key outputs. Before Durango no transaction can do this. */
export async function divideFunds(net: Network): Promise<void> {
  const outputs = [ANNA, BEN, CLARA, DORA, EMIL].flatMap((one) => [
    payTo(net, 100_000n * AVAX, owners(1, one)),
    payTo(net, 50_000n * AVAX, owners(1, one)),
  ]);
  await pay(net, FUNDS, outputs);
  const until = BigInt(now() + 3600);
  await pay(net, FUNDS, [
    payTo(net, 7n * AVAX, { ...owners(2, ANNA, BEN, CLARA), locktime: until }),
    payTo(net, 5n * AVAX, owners(2, ANNA, BEN, CLARA)),
  ]);
  // Two of three owners spend a shared output.
  const spends = { amount: AVAX, outputs: [payTo(net, AVAX, owners(1, DORA))] };
  await send(net, [BEN, CLARA], spends, (base) => ({ type: 'BaseTx', ...base }));
}
