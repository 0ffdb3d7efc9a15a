import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as z from 'zod';
import { processBatch } from '../../core/aws/batch';
import { runtimeConfig } from '../../core/config/runtime';
import { env } from '../../core/contract/env';
import { log } from '../../core/runtime/log';
import { createTableClient } from '../../core/table/table';
import { createAccessLog } from '../../usage/access-log';
import { countObject } from '../../usage/count-object';
import { requestLogWriter } from '../../usage/rows/request-log';
import { usageHourWriter } from '../../usage/rows/usage-hours';
import { usageSettings } from './usage-settings';

/** Created objects, or the test event that S3 sends when the notification is set up. */
const Notification = z.union([
  z.object({
    Records: z.array(
      z.object({ s3: z.object({ bucket: z.object({ name: z.string() }), object: z.object({ key: z.string() }) }) }),
    ),
  }),
  z.object({ Event: z.literal('s3:TestEvent') }),
]);

function open() {
  const table = createTableClient(env('table'));
  const settings = usageSettings(runtimeConfig());
  const deps = { hours: usageHourWriter(table), log: requestLogWriter(table), settings };
  return { deps, objects: createAccessLog(), meter: table.meter };
}

let opened: ReturnType<typeof open> | undefined;

export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  opened ??= open();
  const { deps, objects, meter } = opened;
  return processBatch(event, Notification, { failure: 'counting requests failed' }, async (message) => {
    for (const { s3 } of 'Records' in message ? message.Records : []) {
      // Notifications form-encode the key.
      const name = decodeURIComponent(s3.object.key.replaceAll('+', ' '));
      Object.assign(meter, { requests: 0, readUnits: 0, writeUnits: 0 });
      const text = await objects.read(s3.bucket.name, name);
      const counted = text === undefined ? { expired: true } : await countObject(name, text, deps);
      log.info('requests counted', { object: name, ...counted, ...meter });
    }
  });
}
