import type { Table } from '../adapters/dynamo/table';
import type { RuntimeConfig } from '../contract/config';
import type { OperationRecord } from '../domain/exports/operation';
import { openEvmSource } from './evm/source';
import { openPrimarySource } from './pchain/source';
import type { RowSource } from './row-source';

/** Opens where the rows of operations come from, by what they were asked for. `now`: Unix ms. */
export function openSources(
  table: Table,
  { chains, pChains }: Pick<RuntimeConfig, 'chains' | 'pChains'>,
  now: () => number,
): (operation: Pick<OperationRecord, 'type' | 'request'>) => RowSource {
  const evm = openEvmSource(table, chains, now);
  const primary = openPrimarySource(table, pChains);
  return ({ type, request }) => (request.kind === 'evm' ? evm(request) : primary(type, request));
}
