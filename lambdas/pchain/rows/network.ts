import type { SecondCopy } from '../../core/domain/copies';
import { exactJson, fromExactJson } from '../../core/domain/exact-json';
import { nameInKeys } from '../../core/table/copy-keys';
import { key } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import type { Table } from '../../core/table/table';
import type { KnownNetwork } from '../domain/networks';
import type { StakingDay } from '../domain/staking-day';
import { ATTRIBUTE } from './items';

type Kind = 'facts' | 'check' | 'validators' | 'lost' | 'kept' | 'due' | 'today';
const toKey = (network: string, kind: Kind) => ({
  pk: key(entities.PNetwork.pk, { network }),
  sk: key(entities.PNetwork.sk, { kind }),
});

export interface NewestSnapshot {
  readonly id: string;
  readonly height: number;
}

/** A check for validators that run out or end soon. `id` names its snapshot of L1 validators. */
export interface DueCheck {
  readonly id: string;
  /** Unix ms. */
  readonly at: number;
  /** The block it was made at; `serial` is that of the block's event. */
  readonly number: number;
  readonly hash: string;
  readonly epoch: number;
  readonly serial: number;
  /** The previous check. */
  readonly before?: { readonly id: string; readonly at: number };
  readonly isPublished: boolean;
}

export interface StateCheck {
  readonly height: number;
  /** Unix ms. */
  readonly at: number;
  /** The difference, or why the replay failed; absent if the states match. */
  readonly problem?: string;
}

const read = async <T>(table: Pick<Table, 'get'>, network: string, kind: Kind): Promise<T | undefined> => {
  const item = await table.get(toKey(network, kind));
  return item && fromExactJson<T>(String(item[ATTRIBUTE.json]));
};

export function networkReader(table: Pick<Table, 'get'>) {
  const known = new Map<string, KnownNetwork>();
  return {
    /** Cached; undefined until the indexer has first reached the node. */
    async facts(network: string): Promise<KnownNetwork | undefined> {
      const facts = known.get(network) ?? (await read<KnownNetwork>(table, network, 'facts'));
      if (facts) known.set(network, facts);
      return facts;
    },
    check: (network: string) => read<StateCheck>(table, network, 'check'),
    /** Of one copy of the rows; undefined if its replay did not fail, or has been repaired. */
    divergedAt: async (network: string, second: SecondCopy | undefined): Promise<number | undefined> =>
      (await read<{ height?: number }>(table, nameInKeys(network, second), 'lost'))?.height,
    validators: (network: string) => read<NewestSnapshot>(table, network, 'validators'),
    due: (network: string) => read<DueCheck>(table, network, 'due'),
    /** Of the day that has not ended, at most a minute old; without fees. */
    today: (network: string) => read<StakingDay>(table, network, 'today'),
    /** The bucket has all blocks from this one on; undefined if it has none. */
    keptFrom: async (network: string): Promise<number | undefined> =>
      (await read<{ height: number }>(table, network, 'kept'))?.height,
  };
}

export const networkWriter = (table: Pick<Table, 'write'>) => ({
  facts: (network: string, facts: KnownNetwork): Promise<void> =>
    table.write([{ put: { ...toKey(network, 'facts'), [ATTRIBUTE.json]: exactJson(facts) } }]),
  check: (network: string, check: StateCheck): Promise<void> =>
    table.write([{ put: { ...toKey(network, 'check'), [ATTRIBUTE.json]: exactJson(check) } }]),
  setDivergedAt: (network: string, second: SecondCopy | undefined, height: number | undefined): Promise<void> =>
    table.write([{ put: { ...toKey(nameInKeys(network, second), 'lost'), [ATTRIBUTE.json]: exactJson({ height }) } }]),
  setKeptFrom: (network: string, height: number): Promise<void> =>
    table.write([{ put: { ...toKey(network, 'kept'), [ATTRIBUTE.json]: exactJson({ height }) } }]),
  due: (network: string, check: DueCheck, signal: () => AbortSignal): Promise<void> =>
    table.write([{ put: { ...toKey(network, 'due'), [ATTRIBUTE.json]: exactJson(check) } }], signal),
  today: (network: string, day: StakingDay, signal: () => AbortSignal): Promise<void> =>
    table.write([{ put: { ...toKey(network, 'today'), [ATTRIBUTE.json]: exactJson(day) } }], signal),
  validators: (network: string, newest: NewestSnapshot, signal: () => AbortSignal): Promise<void> =>
    table.write([{ put: { ...toKey(network, 'validators'), [ATTRIBUTE.json]: exactJson(newest) } }], signal),
});
