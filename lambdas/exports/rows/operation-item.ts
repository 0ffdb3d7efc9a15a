import type { Item } from '../../core/table/item';
import { key, parseKey } from '../../core/table/key';
import { entities, TABLE } from '../../core/table/schema';
import type { Stored } from '../../core/table/stored-item';
import { OPERATION_RETENTION_DAYS } from '../contract/exports';
import type { AskedExport, EvmExport, OperationRecord } from '../domain/operation';

export type OperationRef = Pick<OperationRecord, 'owner' | 'operationId'>;

export const OPERATION = {
  type: 'y',
  status: 's',
  createdAt: 't',
  updatedAt: 'u',
  deadline: 'd',
  request: 'r',
  requestHash: 'rh',
  progress: 'p',
  notify: 'n',
  file: 'f',
  failure: 'x',
} as const;

/** Duplicated from `progress`, as conditions can only test top-level attributes. */
export const PARTS = 'v';

export const operationKey = ({ owner, operationId }: OperationRef) => ({
  pk: key(entities.Operation.pk, { owner }),
  sk: key(entities.Operation.sk, { operationId }),
});

type Attributes = Omit<OperationRecord, 'owner' | 'operationId'>;

export function operationItem(operation: OperationRecord): Item {
  const [pk, sk] = entities.Operation.gsi1;
  const { owner, operationId, createdAt } = operation;
  const own = Object.entries(OPERATION).map(([name, attribute]) => [attribute, operation[name as keyof Attributes]]);
  return {
    ...operationKey(operation),
    g1p: key(pk, { owner }),
    g1s: key(sk, { created: createdAt, operationId }),
    ...Object.fromEntries(own.filter(([, value]) => value !== undefined)),
    [PARTS]: operation.progress.parts.length,
    [TABLE.ttl]: Math.floor(createdAt / 1_000) + OPERATION_RETENTION_DAYS * 86_400,
  };
}

export function readOperation(item: Stored): OperationRecord {
  const own = Object.entries(OPERATION).flatMap(([name, attribute]) =>
    item[attribute] === undefined ? [] : [[name, item[attribute]]],
  );
  const attributes = Object.fromEntries(own) as Attributes;
  return {
    ...parseKey(entities.Operation.pk, item.pk),
    ...parseKey(entities.Operation.sk, item.sk),
    ...attributes,
    request: withKind(attributes.request),
  };
}

/** Items written before primary network exports existed have no kind. */
const withKind = (request: AskedExport | Omit<EvmExport, 'kind'>): AskedExport =>
  'kind' in request ? request : { kind: 'evm', ...request };
