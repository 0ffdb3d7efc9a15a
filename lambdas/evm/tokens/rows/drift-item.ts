import { key } from '../../../core/table/key';
import { entities } from '../../../core/table/schema';
import type { Table } from '../../../core/table/table';
import type { TransferKind } from '../../domain/transfers';
import type { DriftCandidate } from '../domain/drift';
import { questionId } from '../domain/holdings';

export interface DriftState {
  readonly candidates: readonly DriftCandidate[];
  readonly live: readonly string[];
}

/** Keeps the item below 400 kB. A token beyond it loses its mark until it drifts again. */
const MAX_LIVE_TOKENS = 5_000;
const ATTRIBUTES = { candidates: 'c', live: 't' } as const;

const driftKey = (chain: string) => ({ pk: key(entities.Drift.pk, { chain }), sk: entities.Drift.sk });

const toText = ({ holding, block }: DriftCandidate): string => `${block}:${questionId(holding)}`;
function candidateIn(text: string): DriftCandidate {
  const [block, kind, token = '', holder = '', id] = text.split(':');
  return {
    block: Number(block),
    holding: { kind: kind as TransferKind, token, holder, ...(id === undefined ? {} : { id: BigInt(`0x${id}`) }) },
  };
}
const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

export async function readDriftState(table: Pick<Table, 'get'>, chain: string): Promise<DriftState> {
  const item = await table.get(driftKey(chain), true);
  return {
    candidates: textsIn(item?.[ATTRIBUTES.candidates]).map(candidateIn),
    live: textsIn(item?.[ATTRIBUTES.live]),
  };
}

/** The last of two concurrent runs wins; the next runs find the rest again. */
export async function writeDriftState(
  table: Pick<Table, 'update'>,
  chain: string,
  before: DriftState,
  { candidates, live }: DriftState,
): Promise<void> {
  const attributes = (state: DriftState) => ({
    [ATTRIBUTES.candidates]: state.candidates.map(toText),
    [ATTRIBUTES.live]: [...state.live].toSorted(),
  });
  const set = attributes({ candidates, live: live.slice(0, MAX_LIVE_TOKENS) });
  if (JSON.stringify(set) !== JSON.stringify(attributes(before))) await table.update(driftKey(chain), { set });
}
