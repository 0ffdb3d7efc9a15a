import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { processBatch } from '../adapters/aws/batch';
import { openQueue } from '../adapters/aws/queue';
import { systemClock } from '../adapters/clock';
import { runtimeConfig } from '../adapters/config';
import { type Meter, openTable } from '../adapters/dynamo/table';
import { openHealth } from '../adapters/dynamo/webhooks/health-item';
import { messageReader, messageWriter } from '../adapters/dynamo/webhooks/message-item';
import { secretWriter } from '../adapters/dynamo/webhooks/secret-item';
import { webhookReader, webhookWriter } from '../adapters/dynamo/webhooks/webhook-item';
import { openReceivers } from '../adapters/http/receiver';
import { env } from '../contract/env';
import { Delivery } from '../contract/messages';
import { openDeliveries } from './delivery/deliver';
import type { SenderDeps } from './delivery/deps';
import { openKinds } from './kinds/kinds';
import { measured } from './measured';

function open(): { readonly deps: SenderDeps; readonly meter: Meter } {
  const table = openTable(env('table'));
  const { chains, webhookLoopback } = runtimeConfig();
  const deps: SenderDeps = {
    kinds: openKinds({ table, bucket: env('bucket'), chains, now: systemClock }),
    messages: { ...messageReader(table), ...messageWriter(table) },
    webhooks: { ...webhookReader(table), ...webhookWriter(table) },
    health: openHealth(table),
    secrets: secretWriter(table),
    receivers: openReceivers(webhookLoopback ? { allow: 'loopback-too' } : {}),
    queue: openQueue(env('deliveries')),
    now: systemClock,
    draw: Math.random,
  };
  return { deps, meter: table.meter };
}

let opened: ReturnType<typeof open> | undefined;

/** Sends messages to their receivers, each at most once a claim. */
export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  opened ??= open();
  const { deps, meter } = opened;
  return measured('sent', event, meter, async () => {
    const deliveries = openDeliveries(deps);
    const settings = { failure: 'delivery failed', atOnce: true };
    const answer = await processBatch(event, Delivery, settings, (one) => deliveries.deliver(one));
    await deliveries.close();
    return answer;
  });
}
