import type { AtHead, InHistory } from '../../../chain/kind';
import type { Queue } from '../../../core/aws/queue';
import type { Chain } from '../../../core/contract/config';
import { BoundedCache } from '../../../core/domain/bounded-cache';
import { msSince } from '../../../core/domain/stored-time';
import { systemTimer, type Timer } from '../../../core/runtime/clock';
import type { Table } from '../../../core/table/table';
import { PRESENT } from '../../../core/table/update';
import type { SeenToken } from '../../contract/messages';
import type { DerivedBlock } from '../../domain/derive';
import type { TransferKind } from '../../domain/transfers';
import { getMetadataChanges } from '../../tokens/domain/metadata-changes';
import { isComplete, secondsToNextReading } from '../../tokens/domain/refresh';
import { hasMetadata, readToken, TOKEN, tokenKey } from '../../tokens/rows/token-item';
import type { Projection } from './projection';

const MAX_CACHED_TOKENS = 100_000;
const QUEUED_MS = 60_000; // before the record of a queued token is checked again

interface Seen extends Pick<SeenToken, 'standard' | 'again'> {
  /** Absent without transfers: contracts other than tokens log wraps too. */
  readonly kind?: TransferKind;
  readonly moved: boolean;
}
interface Known extends Pick<SeenToken, 'kind' | 'standard'> {
  /** Next check, ms on the steady clock. */
  readonly until: number;
}

/**
 * Queues tokens without a record or stated standard. At the head, also if they announce a change,
 * are redeployed, or move while their reading is old or incomplete.
 */
export function tokens(
  table: Table,
  { chainId, tokenRefreshSeconds }: Pick<Chain, 'chainId' | 'tokenRefreshSeconds'>,
  queue: Pick<Queue, 'send'>,
  { now, steady }: Pick<Timer, 'now' | 'steady'> = systemTimer,
) {
  const known = new BoundedCache<string, Known>(MAX_CACHED_TOKENS);
  const isKnown = (token: string, { kind, standard, again }: Seen): boolean => {
    const before = known.get(token);
    if (again || before === undefined || steady() >= before.until) return false;
    return (kind ?? before.kind) === before.kind && (standard ?? before.standard) === before.standard;
  };
  const retryMs = Math.min(QUEUED_MS, tokenRefreshSeconds * 1_000);

  /** At least once: a crash may queue tokens twice, and a later session requeues lost ones. */
  const announce = async (seen: ReadonlyMap<string, Seen>, { mode, signal }: Context): Promise<void> => {
    const due = [...seen].filter(([token, one]) => !isKnown(token, one));
    if (due.length === 0) return;
    const items = await table.batchGet(due.map(([token]) => tokenKey(chainId, token)));
    const found = new Map(items.map((item) => [item.pk, item]));
    const messages: SeenToken[] = [];
    for (const [token, { kind, standard, again, moved }] of due) {
      const item = found.get(tokenKey(chainId, token).pk);
      const record = hasMetadata(item, kind) && item ? readToken(item, now()) : undefined;
      const wait = record && 1_000 * secondsToNextReading(record, isComplete(record, kind), tokenRefreshSeconds);
      const left = wait === undefined ? 0 : wait - msSince(1_000 * (record?.readAt ?? 0), now());
      const isDue = mode === 'head' && record !== undefined && left <= 0;
      // Otherwise each session would ask the contract for its standard again.
      const isAnswered = standard !== undefined && standard !== item?.[TOKEN.standard];
      const reason = again ?? (isDue || isAnswered ? 'refresh' : undefined);
      const queued = record ? reason !== undefined : moved;
      if (queued)
        messages.push({
          chainId,
          token,
          ...(kind ? { kind } : {}),
          ...(standard ? { standard } : {}),
          ...(record && reason ? { again: reason } : {}),
        });
      const before = known.get(token);
      const latest = { kind: kind ?? before?.kind, standard: standard ?? before?.standard };
      if (mode === 'history') known.set(token, { ...latest, until: Number.POSITIVE_INFINITY });
      else if (moved) known.set(token, { ...latest, until: steady() + (queued ? retryMs : left) });
    }
    await queue.send(messages, { signal });
  };

  /** Others may be deployed at the addresses. Keeps the operator's settings. */
  const forget = async (contracts: readonly string[], signal: () => AbortSignal): Promise<void> => {
    const { operatorReputation: _r, operatorReason: _o, ...read } = TOKEN;
    for (const token of contracts) {
      known.delete(token);
      await table.updateIf(tokenKey(chainId, token), { remove: Object.values(read) }, { pk: PRESENT }, signal());
    }
  };

  return {
    async summarize(blocks: readonly DerivedBlock[], on: Context) {
      const seen = getSeen(blocks, on.mode);
      return { writes: [], announce: () => announce(seen, on) };
    },
    revert(_, { signal }) {
      const contracts: string[] = [];
      return {
        facts: ({ deployments }) => void contracts.push(...deployments.map(({ contract }) => contract)),
        summaries: () => forget(contracts, signal),
      };
    },
    forget,
  } satisfies Projection & { forget: unknown };
}

type Context = Pick<AtHead | InHistory, 'mode' | 'signal'>;

/** Transfers take precedence over wraps. */
function getSeen(blocks: readonly DerivedBlock[], mode: Context['mode']): Map<string, Seen> {
  const seen = new Map<string, Seen>();
  const add = (token: string, more: Partial<Seen>) => seen.set(token, { moved: false, ...seen.get(token), ...more });
  for (const { wraps, transfers, raw } of blocks) {
    for (const { token } of wraps) add(token, { moved: true });
    for (const { token, kind } of transfers) add(token, { moved: true, kind });
    for (const [token, standard] of Object.entries(raw.standards ?? {})) add(token, { standard });
  }
  if (mode === 'history') return seen;
  for (const { raw } of blocks)
    for (const token of getMetadataChanges(raw.receipts).contracts) add(token, { again: 'refresh' });
  // Last: a redeployment takes precedence over a metadata change.
  for (const { contract } of blocks.flatMap(({ deployments }) => deployments)) add(contract, { again: 'replace' });
  return seen;
}
