import { ApiError } from '../../../core/contract/errors';
import { NodeError } from '../../../core/node/errors';
import { getResult } from '../../../core/node/exchange';
import type { Context } from './context';

const QUANTITY = /^0x[0-9a-f]+$/i;

/** The decimal digits of a hex quantity. Throws if the node sent something else. */
export function toDecimal(value: unknown, method: string): string {
  if (typeof value === 'string' && QUANTITY.test(value)) return String(BigInt(value));
  throw new ApiError(502, `Error! The node answered ${method} with no quantity`);
}

export async function readBalances(
  { deps, chain }: Context,
  addresses: readonly string[],
  tag: string,
): Promise<string[]> {
  const method = 'eth_getBalance';
  const outcomes = await deps.node.batch(
    chain.chainId,
    addresses.map((address) => [method, address, tag]),
  );
  return addresses.map((_, i) => toDecimal(getResult(outcomes[i]), method));
}

/** The first word that a call returns, in decimal digits; undefined if the contract reverts or returns less. */
export async function readWord(
  { deps, chain }: Context,
  to: string,
  data: string,
  tag: string,
): Promise<string | undefined> {
  const result = await deps.node.call(chain.chainId, 'eth_call', [{ to, data }, tag]).catch((error: unknown) => {
    if (!isReverted(error)) throw error;
  });
  if (typeof result !== 'string' || !/^0x[0-9a-f]{64}/i.test(result)) return undefined;
  return String(BigInt(result.slice(0, 66)));
}

export const isReverted = (error: unknown): boolean => error instanceof NodeError && error.failure === 'reverted';
