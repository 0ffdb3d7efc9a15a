import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { systemClock } from '../adapters/clock';
import { runtimeConfig } from '../adapters/config';
import { tokenReader } from '../adapters/dynamo/readers/tokens';
import { openTable } from '../adapters/dynamo/table';
import { openHealth } from '../adapters/dynamo/webhooks/health-item';
import { messageReader, messageWriter } from '../adapters/dynamo/webhooks/message-item';
import { secretWriter } from '../adapters/dynamo/webhooks/secret-item';
import { watchedReader } from '../adapters/dynamo/webhooks/watched';
import { webhookReader, webhookWriter } from '../adapters/dynamo/webhooks/webhook-item';
import { openQueue } from '../adapters/queue';
import { openRawBlocks } from '../adapters/raw-blocks';
import { openReceivers } from '../adapters/receiver';
import { openStoredTraces } from '../adapters/stored-traces';
import { env } from '../contract/env';
import { Delivery } from '../contract/messages';
import { deliver, type Office } from './deliver';
import { openEvents } from './events';

let office: Office | undefined;

function open(): Office {
  const table = openTable(env('table'));
  const { chains, webhookLoopback } = runtimeConfig();
  return {
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
}

/** Sends messages to their receivers, each at most once a claim. */
export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  office ??= open();
  const own = office;
  const failed = await Promise.all(
    Records.map(async ({ messageId, body }) => {
      try {
        await deliver(own, Delivery.parse(JSON.parse(body)));
        return [];
      } catch (error) {
        console.error({
          message: 'a delivery was not worked at',
          body,
          error: error instanceof Error ? error.stack : String(error),
        });
        return [{ itemIdentifier: messageId }];
      }
    }),
  );
  return { batchItemFailures: failed.flat() };
}
