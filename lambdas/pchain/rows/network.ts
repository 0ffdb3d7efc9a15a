import { key } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import type { Table } from '../../core/table/table';
import { exactJson, fromExactJson } from '../domain/exact-json';
import type { KnownNetwork } from '../domain/networks';
import { ATTRIBUTE } from './items';

/** The kinds of records of a network. */
type Kind = 'facts' | 'check' | 'validators' | 'lost';
const toKey = (network: string, kind: Kind) => ({
  pk: key(entities.PNetwork.pk, { network }),
  sk: key(entities.PNetwork.sk, { kind }),
});

/** The newest snapshot of the validators. */
export interface NewestSnapshot {
  readonly id: string;
  /** The block that it is of. */
  readonly height: number;
}

/** Whether the replayed state of a P-chain is that of its node. */
export interface StateCheck {
  /** Where they were compared. */
  readonly height: number;
  /** Unix ms. */
  readonly at: number;
  /** What differs, or why the state cannot be replayed; absent if all is well. */
  readonly problem?: string;
}

const read = async <T>(table: Pick<Table, 'get'>, network: string, kind: Kind): Promise<T | undefined> => {
  const item = await table.get(toKey(network, kind));
  return item && fromExactJson<T>(String(item[ATTRIBUTE.json]));
};

/** Reads what is kept of a network. */
export function networkReader(table: Pick<Table, 'get'>) {
  const known = new Map<string, KnownNetwork>();
  return {
    /** What is particular to it, read once; undefined before its indexer has reached its node. */
    async facts(network: string): Promise<KnownNetwork | undefined> {
      const facts = known.get(network) ?? (await read<KnownNetwork>(table, network, 'facts'));
      if (facts) known.set(network, facts);
      return facts;
    },
    /** The last comparison with its node. */
    check: (network: string) => read<StateCheck>(table, network, 'check'),
    /** Where its state was lost; undefined if it was not, or was repaired. */
    lost: async (network: string): Promise<number | undefined> =>
      (await read<{ height?: number }>(table, network, 'lost'))?.height,
    /** The newest snapshot of its validators; undefined before there is one. */
    validators: (network: string) => read<NewestSnapshot>(table, network, 'validators'),
  };
}

/** Writes it. */
export const networkWriter = (table: Pick<Table, 'write'>) => ({
  facts: (network: string, facts: KnownNetwork): Promise<void> =>
    table.write([{ put: { ...toKey(network, 'facts'), [ATTRIBUTE.json]: exactJson(facts) } }]),
  check: (network: string, check: StateCheck): Promise<void> =>
    table.write([{ put: { ...toKey(network, 'check'), [ATTRIBUTE.json]: exactJson(check) } }]),
  lost: (network: string, height: number | undefined): Promise<void> =>
    table.write([{ put: { ...toKey(network, 'lost'), [ATTRIBUTE.json]: exactJson({ height }) } }]),
  validators: (network: string, newest: NewestSnapshot, signal: () => AbortSignal): Promise<void> =>
    table.write([{ put: { ...toKey(network, 'validators'), [ATTRIBUTE.json]: exactJson(newest) } }], signal),
});
