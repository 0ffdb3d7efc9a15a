import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { workAt } from '../adapters/aws/batch';
import { openQueue } from '../adapters/aws/queue';
import { systemClock } from '../adapters/clock';
import { runtimeConfig } from '../adapters/config';
import { type Meter, openTable } from '../adapters/dynamo/table';
import { tokenReader } from '../adapters/dynamo/tokens/token-readers';
import { openHealth } from '../adapters/dynamo/webhooks/health-item';
import { messageReader, messageWriter } from '../adapters/dynamo/webhooks/message-item';
import { secretWriter } from '../adapters/dynamo/webhooks/secret-item';
import { watchedReader } from '../adapters/dynamo/webhooks/watched';
import { webhookReader, webhookWriter } from '../adapters/dynamo/webhooks/webhook-item';
import { openRawBlocks } from '../adapters/evm/raw-blocks';
import { openStoredTraces } from '../adapters/evm/stored-traces';
import { openReceivers } from '../adapters/http/receiver';
import { env } from '../contract/env';
import { Delivery } from '../contract/messages';
import type { Office } from './delivery/attempt';
import { openDeliveries } from './delivery/deliver';
import { openEvents } from './kinds/address-activity/events';
import { measured } from './measured';

let opened: ReturnType<typeof open> | undefined;

function open(): { readonly office: Office; readonly meter: Meter } {
  const table = openTable(env('table'));
  const { chains, webhookLoopback } = runtimeConfig();
  const office: Office = {
    chains,
    messages: { ...messageReader(table), ...messageWriter(table) },
    webhooks: { ...webhookReader(table), ...webhookWriter(table) },
    health: openHealth(table),
    watched: watchedReader(table),
    secrets: secretWriter(table),
    events: openEvents(openRawBlocks(env('bucket')), openStoredTraces(env('bucket')), tokenReader(table, systemClock)),
    receivers: openReceivers(webhookLoopback ? { allow: 'loopback-too' } : {}),
    queue: openQueue(env('deliveries')),
    now: systemClock,
    draw: Math.random,
  };
  return { office, meter: table.meter };
}

/** Sends messages to their receivers, each at most once a claim. */
export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  opened ??= open();
  const { office, meter } = opened;
  return measured('sent', event, meter, async () => {
    const deliveries = openDeliveries(office);
    const failure = 'a delivery was not worked at';
    const answer = await workAt(event, Delivery, { failure, atOnce: true }, (one) => deliveries.deliver(one));
    await deliveries.close();
    return answer;
  });
}
