import { key } from '../../../core/table/key';
import { entities } from '../../../core/table/schema';
import type { Table } from '../../../core/table/table';
import type { TransferKind } from '../../domain/transfers';
import type { DriftCandidate } from '../domain/drift';
import { questionId } from '../domain/holdings';

/** What reconciliation knows of a chain's tokens from one run to the next. */
export interface DriftState {
  readonly candidates: readonly DriftCandidate[];
  /** Tokens that are marked as live. */
  readonly live: readonly string[];
}

/** Live tokens that are kept: an item holds 400 kB. The mark of one that is left out ends, and is found again. */
const MAX_LIVE_TOKENS = 5_000;
/** `c`: candidates, each as its block and its holding. `t`: the addresses of live tokens. */
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

/** Reads the state; an empty one if there is none. */
export async function readDriftState(table: Pick<Table, 'get'>, chain: string): Promise<DriftState> {
  const item = await table.get(driftKey(chain), true);
  return {
    candidates: textsIn(item?.[ATTRIBUTES.candidates]).map(candidateIn),
    live: textsIn(item?.[ATTRIBUTES.live]),
  };
}

/** Writes the state, if it has changed. What two runs write at once, the next ones find again. */
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
