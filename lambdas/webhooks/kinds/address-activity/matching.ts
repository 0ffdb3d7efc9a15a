import { getTransfers } from '../../../evm/domain/transfers';
import type { RawBlocks } from '../../../evm/node/raw-blocks';
import type { StoredTraces } from '../../../evm/node/stored-traces';
import { TRACES_TIMEOUT_SECONDS } from '../../contract/delivery';
import type { BlockToMatch, Match, MatchPass, MatchResult } from '../../domain/match';
import type { createWatchedSets, WatchedSet } from '../../rows/watched-set';
import type { MatchingKind } from '../kind';
import { getSubscribers, type SubscriberDeps } from '../subscribers';
import { cachedSubscriptions } from './cached-subscriptions';
import { ADDRESS_ACTIVITY } from './contract/message';
import { occurrencesIn } from './occurrences';
import { selectedTxs } from './selection';

interface MatchingDeps extends SubscriberDeps {
  readonly watched: ReturnType<typeof createWatchedSets>;
  readonly raw: Pick<RawBlocks, 'get'>;
  readonly traces: Pick<StoredTraces, 'find'>;
}

export function createMatching(deps: MatchingDeps): MatchingKind {
  const subscriptionsFor = cachedSubscriptions(deps.subscriptions);
  return {
    eventType: ADDRESS_ACTIVITY,
    isWatched: async (chain) => (await deps.watched.of(chain)) !== undefined,
    async matches(block, pass, from) {
      const watched = await deps.watched.of(block.chain, block);
      if (!watched) return undefined;
      if (block.transactions === 0 || (pass === 'traced' && !watched.internals)) return { matches: [] };
      const own = { ...deps, subscriptions: subscriptionsFor(watched) };
      const { matches, next } = await matchesIn(own, watched, block, pass, from);
      const result = await getResult(deps, block, pass, matches, watched.internals);
      if (next === undefined) return result;
      // The remaining matches may include waiting ones.
      return { ...result, next, ...(result.waitSeconds === undefined ? {} : { hasWaiting: true }) };
    },
  };
}

/** Messages with internal transactions are created once the traces are stored, or after the timeout without them. */
async function getResult(
  { traces }: MatchingDeps,
  block: BlockToMatch,
  pass: MatchPass,
  matches: readonly Match[],
  hasInternals: boolean,
): Promise<MatchResult> {
  const isWaiting = ({ webhook }: Match) => webhook.includeInternalTxs === true;
  switch (pass) {
    case 'added':
      return {
        matches: matches.filter((match) => !isWaiting(match)),
        // Addresses that appear only in internal transactions are matched in the `traced` pass.
        ...(hasInternals ? { waitSeconds: TRACES_TIMEOUT_SECONDS, hasWaiting: matches.some(isWaiting) } : {}),
      };
    case 'traced':
      return { matches: matches.filter(isWaiting) };
    case 'timedOut': {
      const isIncomplete = (await traces.find(block.chain, block)) === undefined;
      // All matches: a webhook may have stopped requesting internal transactions since the block was added.
      return { matches: matches.map((match) => ({ ...match, isIncomplete })) };
    }
  }
}

async function matchesIn(
  deps: MatchingDeps,
  watched: WatchedSet,
  block: BlockToMatch,
  pass: MatchPass,
  from: string | undefined,
): Promise<{ readonly matches: readonly Match[]; readonly next?: string }> {
  const raw = await deps.raw.get(block.chain, block);
  const internals = pass === 'traced' ? await deps.traces.find(block.chain, block) : undefined;
  const occurrences = occurrencesIn(raw, getTransfers(raw.receipts, raw.standards), internals);
  const found = new Map(
    [...occurrences].flatMap(([address, own]) =>
      watched.has(address) ? [[address, new Set(own.map(({ tx }) => tx))] as const] : [],
    ),
  );
  const { subscribers, ...rest } = await getSubscribers(deps, ADDRESS_ACTIVITY, block, found, from);
  const matches = subscribers.flatMap((subscriber) =>
    selectedTxs(raw, occurrences, subscriber).map((tx) => ({
      webhook: subscriber.webhook,
      tx,
      txHash: raw.block.transactions[tx]?.hash ?? '',
    })),
  );
  return { matches, ...rest };
}
