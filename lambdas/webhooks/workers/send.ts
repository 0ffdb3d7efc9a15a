import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { createInbox } from '../../core/aws/inbox';
import { createQueue } from '../../core/aws/queue';
import { runtimeConfig } from '../../core/config/runtime';
import { env } from '../../core/contract/env';
import { METRIC } from '../../core/contract/metrics';
import { steadyClock, systemClock } from '../../core/runtime/clock';
import { createTableClient, type Meter } from '../../core/table/table';
import type { SenderDeps } from '../delivery/deps';
import { runInvocation } from '../delivery/invocation';
import { measured } from '../delivery/measured';
import { createReceivers } from '../delivery/receiver';
import { createStores } from '../delivery/stores';
import { createTally } from '../delivery/tally';
import { nextAttempt } from '../domain/schedule';
import { createKinds } from '../kinds/kinds';

function open() {
  const table = createTableClient(env('table'));
  const { chains, contractVersion, webhookLoopback } = runtimeConfig();
  const deps: SenderDeps = {
    kinds: createKinds({ table, bucket: env('bucket'), chains, contractVersion, now: systemClock }),
    ...createStores(table, systemClock),
    receivers: createReceivers(webhookLoopback ? { allow: 'loopback-too' } : {}),
    queue: createQueue(env('deliveries')),
    now: systemClock,
    steady: steadyClock,
    nextAttempt,
    draw: Math.random,
  };
  return { deps, inbox: createInbox(env('deliveries')), meter: table.meter as Meter };
}

let opened: ReturnType<typeof open> | undefined;

export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  opened ??= open();
  const { deps, inbox, meter } = opened;
  const tally = createTally();
  const work = () => runInvocation(event, deps, inbox, tally);
  const answer = await measured('sender batch done', event, meter, work, tally.outcomes);
  const longest = tally.longestWait();
  if (longest !== undefined) {
    const metrics = new Metrics({ namespace: METRIC.namespace, serviceName: 'webhooks' });
    metrics.addMetric(METRIC.webhookDelay, MetricUnit.Milliseconds, longest);
    metrics.publishStoredMetrics();
  }
  return answer;
}
