import type { DueValidator } from '../../../chain/contract/events';
import { getValidatorEvents, ranDryIn, type ValidatorEvent } from '../../../pchain/domain/validator-events';
import type { Match } from '../../domain/match';
import type { WebhookRecord } from '../../domain/webhook';
import type { createWatchedSets } from '../../rows/watched-set';
import type { MatchingKind } from '../kind';
import { type AppliedRows, appliedRows, type BlockReaders } from '../pchain/block-of';
import { getSubscribers, type SubscriberDeps } from '../subscribers';
import { VALIDATOR_ACTIVITY } from './contract/message';
import { dueSubEvent } from './due-sub-event';
import { DAYS, DUE_SUB_EVENTS, getName, THRESHOLDS } from './names';
import { getSettings, isWatched, type ValidatorSettings } from './settings';
import { createThresholds, type ThresholdDeps } from './thresholds';

export interface MatchingDeps extends SubscriberDeps, BlockReaders, ThresholdDeps {
  readonly watched: ReturnType<typeof createWatchedSets>;
}

interface PlacedEvent {
  readonly event: ValidatorEvent;
  readonly position: number;
  readonly txHash?: string;
}

export function createMatching(deps: MatchingDeps): MatchingKind {
  const thresholds = createThresholds(deps);
  return {
    eventType: VALIDATOR_ACTIVITY,
    isWatched: async (chain) => (await deps.watched.of(chain))?.validators === true,
    async matches(block, pass, from) {
      const watched = await deps.watched.of(block.chain, block);
      if (!watched?.validators) return undefined;
      // The block's data is complete when it is added.
      if (pass !== 'added') return { matches: [] };
      const rows = await appliedRows(deps, block);
      const events = eventsIn(rows);
      const isQuiet = thresholds.isQuiet(block, rows, watched.thresholds);
      const named = namedBy(events, !isQuiet);
      if (named.size === 0) return { matches: [] };
      const { subscribers, hasLater, ...rest } = await getSubscribers(deps, VALIDATOR_ACTIVITY, block, named, from);
      const matches = subscribers.flatMap(({ webhook }) => {
        const settings = getSettings(webhook);
        return events
          .filter(({ event }) => settings.subEvents.includes(event.name) && isWatched(settings, event))
          .map(({ event, position: tx, txHash }): Match => {
            const subEvent = getSubEvent(event.name, event.l1?.validationId);
            return { webhook, tx, subEvent, ...(txHash === undefined ? {} : { txHash }) };
          });
      });
      if (isQuiet) return { matches, ...rest };
      const watching = subscribers.filter(({ names }) => names.includes(THRESHOLDS)).map(({ webhook }) => webhook);
      const isAll = from === undefined && rest.next === undefined && !hasLater;
      const crossed = await thresholds.crossed(block, rows, watching, { isAll, thresholds: watched.thresholds });
      const crossings = crossed.map(({ webhook, validationId }): Match => {
        return { webhook, tx: 0, subEvent: getSubEvent('l1_validator_balance_threshold', validationId) };
      });
      return { matches: [...matches, ...crossings], ...rest };
    },
    async dueMatches(block, due, from) {
      if (!(await deps.watched.of(block.chain, block))?.validators) return undefined;
      // Includes webhooks created at this block: days pass between blocks.
      const next = { ...block, number: block.number + 1 };
      const named = new Map([[DAYS, new Set([0])]]);
      const { subscribers, ...rest } = await getSubscribers(deps, VALIDATOR_ACTIVITY, next, named, from);
      const matches = subscribers.flatMap(({ webhook }) => {
        const settings = getSettings(webhook);
        return due
          .filter((one) => settings.subEvents.includes(DUE_SUB_EVENTS[one.kind]) && isWatched(settings, one))
          .flatMap((one) => getDueMatches(webhook, settings, one));
      });
      return { matches, ...rest };
    },
  };
}

function getDueMatches(
  webhook: WebhookRecord,
  { runwayDays = [], daysBefore = [] }: ValidatorSettings,
  one: DueValidator,
): Match[] {
  const wanted = one.kind === 'l1' ? runwayDays : daysBefore;
  return wanted
    .filter((days) => days >= one.least && days <= one.most)
    .map((days) => ({
      ...{ webhook, tx: 0, subEvent: dueSubEvent(one, days) },
      ...(one.kind === 'l1' ? {} : { txHash: one.id }),
    }));
}

/** Unique within its block; stored with the message. */
const getSubEvent = (name: ValidatorEvent['name'], validationId: string | undefined): string =>
  validationId === undefined ? name : `${name} ${validationId}`;

function eventsIn({ block, txs }: AppliedRows): PlacedEvent[] {
  const dry = ranDryIn(block).map((event): PlacedEvent => ({ event, position: 0 }));
  const own = txs.flatMap(({ row, tx, position }) =>
    getValidatorEvents(row, tx).map((event): PlacedEvent => ({ event, position, txHash: row.id })),
  );
  return [...dry, ...own];
}

function namedBy(events: readonly PlacedEvent[], withThresholds: boolean): Map<string, Set<number>> {
  const named = new Map<string, Set<number>>(withThresholds ? [[THRESHOLDS, new Set([0])]] : []);
  for (const { event, position } of events)
    for (const name of [getName('nodeId', event.nodeId), getName('subnetId', event.subnetId)])
      named.set(name, (named.get(name) ?? new Set()).add(position));
  return named;
}
