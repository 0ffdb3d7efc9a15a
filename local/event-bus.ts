import { randomUUID } from 'node:crypto';
import { compilePattern } from './event-pattern';
import { ACCOUNT, REGION } from './identities';
import type { Resources } from './resources';

export interface EventEntry {
  readonly Source: string;
  readonly DetailType: string;
  readonly Detail: string;
  readonly EventBusName?: string;
  readonly Resources?: readonly string[];
  readonly Time?: number;
}
interface PutEventsResult {
  readonly FailedEntryCount: number;
  readonly Entries: readonly {
    readonly EventId?: string;
    readonly ErrorCode?: string;
    readonly ErrorMessage?: string;
  }[];
}

/** EventBridge for queue targets. Stores nothing: an entry succeeds once every target queue has accepted it. */
export function createEventBus(resources: Resources, send: (queueArn: string, body: string) => Promise<void>) {
  const buses = new Set(['default', ...resources.of('AWS::Events::EventBus').map(({ ref }) => ref)]);
  const rules = resources
    .of('AWS::Events::Rule')
    .filter(({ properties }) => properties.State === 'ENABLED')
    .map(({ properties: { EventBusName, EventPattern, Targets } }) => {
      return { bus: getName(EventBusName), matches: compilePattern(EventPattern), targets: Targets };
    });

  const put = async (entry: EventEntry): Promise<PutEventsResult['Entries'][number]> => {
    const bus = getName(entry.EventBusName ?? 'default');
    if (!buses.has(bus)) return { ErrorCode: 'ResourceNotFoundException', ErrorMessage: `There is no bus ${bus}.` };
    let detail: unknown;
    try {
      detail = JSON.parse(entry.Detail);
    } catch {
      return { ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' };
    }
    const event = {
      version: '0',
      id: randomUUID(),
      'detail-type': entry.DetailType,
      source: entry.Source,
      account: ACCOUNT,
      time: new Date(entry.Time === undefined ? Date.now() : entry.Time * 1000).toISOString().replace(/\.\d+Z$/, 'Z'),
      region: REGION,
      resources: entry.Resources ?? [],
      detail,
    };
    const targets = rules.filter((rule) => rule.bus === bus && rule.matches(event)).flatMap((rule) => rule.targets);
    try {
      await Promise.all(targets.map(({ Arn }) => send(Arn, JSON.stringify(event))));
      return { EventId: event.id };
    } catch (error) {
      return { ErrorCode: 'InternalFailure', ErrorMessage: String(error) };
    }
  };

  return {
    async putEvents(entries: readonly EventEntry[]): Promise<PutEventsResult> {
      const results = await Promise.all(entries.map(put));
      return { FailedEntryCount: results.filter(({ ErrorCode }) => ErrorCode).length, Entries: results };
    },
  };
}

export type EventBus = ReturnType<typeof createEventBus>;

const getName = (nameOrArn: string): string => nameOrArn.split('/').at(-1) ?? nameOrArn;
