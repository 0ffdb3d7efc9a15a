import {
  type EvmExport,
  NO_PROGRESS,
  type OperationRecord,
  type PrimaryNetworkExport,
} from '../../../lambdas/exports/domain/operation';
import { NOW } from '../endpoints/deps';
import { address } from '../make/blocks';

export const aRequest = (fields: Partial<EvmExport> = {}): EvmExport => ({
  kind: 'evm',
  addresses: [address(1)],
  chains: [{ chainId: '31337', to: 10, toTime: 1_700_000_010, tracedTo: 10, tracedTime: 1_700_000_010, hidden: [] }],
  firstDay: 19_675,
  lastDay: 19_675,
  gzip: false,
  maxRows: 1_000,
  ...fields,
});

export const aPrimaryRequest = (fields: Partial<PrimaryNetworkExport> = {}): PrimaryNetworkExport => ({
  ...{ kind: 'primary network', network: 'fuji', addresses: [address(1)], to: 10, toTime: 1_700_000_010 },
  ...{ firstDay: 19_675, lastDay: 19_675, gzip: false, maxRows: 1_000 },
  ...fields,
});

export const anOperation = (fields: Partial<OperationRecord> = {}): OperationRecord => ({
  owner: 'team-1',
  operationId: 'aa22054a-cb7c-4a4e-9b83-59f2ede74138',
  type: 'TRANSACTION_EXPORT_EVM',
  status: 'RUNNING',
  createdAt: NOW,
  updatedAt: NOW,
  deadline: NOW + 21_600_000,
  request: aRequest(),
  requestHash: 'hash',
  progress: NO_PROGRESS,
  ...fields,
});
