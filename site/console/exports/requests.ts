// Independent of the DOM, so that it can be tested.

import type { infer as Infer } from 'zod';
import type { CreateExportRequest, OperationType } from '../../../lambdas/exports/contract/schemas';
import { splitList } from '../split-list';

type Request = Infer<typeof CreateExportRequest>;

export const TYPES: Readonly<Record<OperationType, { readonly label: string; readonly isPChain: boolean }>> = {
  TRANSACTION_EXPORT_EVM: { label: 'EVM transactions', isPChain: false },
  TRANSACTION_EXPORT_PRIMARY_NETWORK: { label: 'P-Chain ledger', isPChain: true },
  TRANSACTION_EXPORT_PRIMARY_NETWORK_STAKING: { label: 'P-Chain stakes and rewards', isPChain: true },
  TRANSACTION_EXPORT_PRIMARY_NETWORK_SIMPLE: { label: 'P-Chain transactions for Koinly', isPChain: true },
};

export interface Fields {
  readonly type: OperationType;
  /** EVM chain ids, or the network of a P-Chain. */
  readonly chains: readonly string[];
  /** One per line, or comma-separated. */
  readonly addresses: string;
  /** YYYY-MM-DD, or empty. */
  readonly firstDate: string;
  readonly lastDate: string;
}

export function toRequest({ type, chains, addresses, firstDate, lastDate }: Fields): Request {
  const dates = { ...(firstDate ? { firstDate } : {}), ...(lastDate ? { lastDate } : {}) };
  const list = splitList(addresses);
  if (type === 'TRANSACTION_EXPORT_EVM')
    return { type, ...dates, options: { addresses: list, includeChains: [...chains] } };
  const [network] = chains;
  const options = { addresses: list, includeChains: ['p-chain'] };
  return { type, ...dates, options, ...(network === undefined ? {} : { network }) };
}
