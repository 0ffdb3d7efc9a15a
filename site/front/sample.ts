import type { infer as Infer } from 'zod';
import type { ListNativeTransactionsResponse } from '../../lambdas/evm/contract/schemas/transactions';
import { get } from '../shared/api';

export interface Sample {
  readonly txHash: string;
  readonly address: string;
}

/** For chains without transactions: requests count towards the anonymous quota. */
const RETRY_MS = 20_000;
const samples = new Map<string, Sample>();
const askedAt = new Map<string, number>();

export const knownSample = (chainId: string): Sample | undefined => samples.get(chainId);

export async function findSample(chainId: string): Promise<boolean> {
  const now = performance.now();
  if (samples.has(chainId) || now - (askedAt.get(chainId) ?? Number.NEGATIVE_INFINITY) < RETRY_MS) return false;
  askedAt.set(chainId, now);
  const answer = await get(`v1/chains/${encodeURIComponent(chainId)}/transactions?pageSize=25`);
  if (answer?.status !== 200) return false;
  const { transactions } = answer.body as Infer<typeof ListNativeTransactionsResponse>;
  // Prefer the sender of a token transfer, who has balances to show.
  const chosen = transactions.find(({ method }) => method?.methodName?.startsWith('transfer(')) ?? transactions[0];
  if (chosen) samples.set(chainId, { txHash: chosen.txHash, address: chosen.from.address });
  return chosen !== undefined;
}
