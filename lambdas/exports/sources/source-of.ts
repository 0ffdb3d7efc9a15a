import type { RuntimeConfig } from '../../core/contract/config';
import type { Table } from '../../core/table/table';
import type { AskedExport, OperationRecord } from '../domain/operation';
import { createEvmSource } from './evm/source';
import { createPrimarySource } from './pchain/source';
import type { RowSource } from './row-source';

type Source<R extends AskedExport> = (type: OperationRecord['type'], request: R) => RowSource;
type Sources = { readonly [K in AskedExport['kind']]: Source<Extract<AskedExport, { readonly kind: K }>> };

export function createSources(
  table: Table,
  { chains, pChains }: Pick<RuntimeConfig, 'chains' | 'pChains'>,
  now: () => number,
): (operation: Pick<OperationRecord, 'type' | 'request'>) => RowSource {
  const evm = createEvmSource(table, chains, now);
  const primary = createPrimarySource(table, pChains);
  const sources: Sources = {
    evm: (_type, request) => evm(request),
    'primary network': (type, request) => primary(type, request),
  };
  return ({ type, request }) => (sources[request.kind] as Source<AskedExport>)(type, request);
}
