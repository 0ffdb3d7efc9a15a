import { toCb58 } from '../../../lambdas/core/domain/cb58';
import { DAY } from '../../../lambdas/core/domain/intervals';
import type { Handler } from '../endpoints/call';
import { call } from '../endpoints/call';
import { type AllDeps, depsWith } from '../endpoints/deps';
import { aChain, aCursor } from '../make/blocks';
import { addCountedDays, FIRST_DAY } from './counted-days';

/** A and B are indexed here, X and Y are not. */
const [A, B, X, Y] = ['a', 'b', 'c', 'd'].map((digit) => `0x${digit.repeat(64)}`) as [string, string, string, string];
export const [ID_A, ID_B, ID_X] = [A, B, X].map(toCb58) as [string, string, string];

/**
 * Day 0: A sends 3 to B and 2 to X. Day 1: X sends 5 to A, A sends 1 to B. Day 2: B sends 4 to A. What A and B receive
 * from each other is counted by both. `isPartly`: A has older blocks that are not indexed. `isUncounted`: no
 * block of the testnet chain is counted.
 */
export async function icmWorld({ isPartly = false, isUncounted = false } = {}) {
  const chains = [
    aChain({ chainId: '1', blockchainId: ID_A }),
    aChain({ chainId: '2', blockchainId: ID_B }),
    aChain({ chainId: '3', blockchainId: toCb58(Y), network: 'testnet' }),
  ];
  const time = FIRST_DAY + 3 * DAY;
  const cursors = Object.fromEntries(
    chains.map(({ chainId }) => [chainId, aCursor({ number: 0, head: 0, time, start: 0, idleAt: time * 1_000 })]),
  );
  const { deps, table } = await depsWith({ chains, cursors });
  const days = [{ sent: { [B]: 3, [X]: 2 } }, { sent: { [B]: 1 }, received: { [X]: 5 } }, { received: { [B]: 4 } }];
  await addCountedDays(table, '1', isPartly ? days.slice(1) : days, { skip: isPartly ? 1 : 0, isPartly });
  await addCountedDays(table, '2', [{ received: { [A]: 3 } }, { received: { [A]: 1 } }, { sent: { [A]: 4 } }]);
  if (!isUncounted) await addCountedDays(table, '3', [{}, { sent: { [X]: 7 } }, {}]);
  return (handler: Handler<AllDeps>, query: Record<string, string>) =>
    call(handler, { ...deps, now: () => time * 1_000 } as AllDeps, { query });
}
