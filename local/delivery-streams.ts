import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ACCOUNT, REGION } from './identities';
import type { QueueClient } from './queues';
import type { Resource, Resources } from './resources';

/** Shorter than Firehose's buffering interval, as writes cost nothing here. */
const DELAY_MS = 5_000;
const MEGABYTE = 2 ** 20;
/** API Gateway only writes to streams with this name prefix. */
const NAME_PREFIX = 'amazon-apigateway-';

interface StreamParts {
  /** Buffers records until they are in the bucket. */
  readonly folder: string;
  readonly put: (bucket: string, key: string, body: Buffer) => Promise<void>;
  readonly sqs: QueueClient;
}

export type DeliveryStreams = ReturnType<typeof createDeliveryStreams>;

/** Firehose to S3. Buffers records in a file named like their object: after a kill, the next start delivers them. */
export function createDeliveryStreams(resources: Resources, parts: StreamParts) {
  mkdirSync(parts.folder, { recursive: true });
  const streams = new Map(
    resources
      .of('AWS::KinesisFirehose::DeliveryStream')
      .map((stream) => [stream.attributes.Arn, createStream(stream, resources, parts)]),
  );
  return {
    /** The writer of a stream of API Gateway. Throws a one-sentence error if the stream does not exist. */
    find(arn: string, place: string): (record: string) => void {
      const stream = streams.get(arn);
      if (!stream || !arn.includes(`/${NAME_PREFIX}`))
        throw new Error(
          `${place} logs to ${arn}, which is not a delivery stream with a name starting with ${NAME_PREFIX}.`,
        );
      return stream.write;
    },
    /** Delivers the records left by the last run. */
    begin: (): void => {
      for (const stream of streams.values()) stream.begin();
    },
    async stop(): Promise<void> {
      for (const stream of streams.values()) await stream.stop();
    },
  };
}

function createStream(
  { ref, properties }: Resource<'AWS::KinesisFirehose::DeliveryStream'>,
  resources: Resources,
  { folder, put, sqs }: StreamParts,
) {
  const { BucketARN, Prefix, BufferingHints } = properties.ExtendedS3DestinationConfiguration;
  const bucket = resources.of('AWS::S3::Bucket').find(({ attributes }) => attributes.Arn === BucketARN);
  if (!bucket) throw new Error(`${ref} writes to ${BucketARN}, which is not in any stack.`);
  const queues = (bucket.properties.NotificationConfiguration?.QueueConfigurations ?? []).map(({ Queue }) => {
    const queue = resources.of('AWS::SQS::Queue').find(({ attributes }) => attributes.Arn === Queue);
    if (!queue) throw new Error(`${bucket.ref} announces objects to ${Queue}, which is not in any stack.`);
    return queue.ref;
  });
  const delay = Math.min(DELAY_MS, BufferingHints.IntervalInSeconds * 1_000);
  const waiting: string[] = [];
  let current: { readonly name: string; bytes: number; readonly timer: NodeJS.Timeout } | undefined;
  let delivering: Promise<void> = Promise.resolve();

  const isOwn = (name: string) => name.startsWith(`${ref}-1-`);
  /** One write for all records of an event loop turn. */
  const save = () => {
    if (waiting.length === 0) return;
    const text = waiting.splice(0).join('');
    current ??= { name: objectName(ref, new Date()), bytes: 0, timer: setTimeout(close, delay) };
    current.timer.unref();
    appendFileSync(join(folder, current.name), text);
    current.bytes += Buffer.byteLength(text);
    if (current.bytes >= BufferingHints.SizeInMBs * MEGABYTE) close();
  };
  /** Delivers the current object, together with earlier failures. */
  const close = () => {
    clearTimeout(current?.timer);
    current = undefined;
    delivering = delivering.then(deliver).catch((error: unknown) => console.error(`Delivery of ${ref} failed:`, error));
  };
  const deliver = async () => {
    for (const name of readdirSync(folder).filter((one) => isOwn(one) && one !== current?.name)) {
      const body = gzipSync(readFileSync(join(folder, name)));
      const key = `${Prefix}${datePath(name, ref)}/${name}.gz`;
      await put(bucket.ref, key, body);
      for (const QueueUrl of queues)
        await sqs('SendMessage', { QueueUrl, MessageBody: JSON.stringify(notification(bucket.ref, key, body.length)) });
      rmSync(join(folder, name));
    }
  };
  return {
    write(record: string): void {
      if (waiting.push(record) === 1) setImmediate(save);
    },
    begin: close,
    async stop(): Promise<void> {
      save();
      close();
      await delivering;
    },
  };
}

/** `stream-1-2026-11-27-02-21-25-…` */
const objectName = (stream: string, now: Date): string =>
  `${stream}-1-${now.toISOString().slice(0, 19).replace(/[T:]/g, '-')}-${randomUUID()}`;

/** `2026/11/27/02` */
const datePath = (name: string, stream: string): string =>
  name.slice(`${stream}-1-`.length, `${stream}-1-2026-11-27-02`.length).replaceAll('-', '/');

const notification = (bucket: string, key: string, size: number) => ({
  Records: [
    {
      eventVersion: '2.1',
      eventSource: 'aws:s3',
      awsRegion: REGION,
      eventTime: new Date().toISOString(),
      eventName: 'ObjectCreated:Put',
      userIdentity: { principalId: ACCOUNT },
      s3: {
        s3SchemaVersion: '1.0',
        bucket: { name: bucket, arn: `arn:aws:s3:::${bucket}` },
        object: { key: encodeURIComponent(key).replaceAll('%2F', '/').replaceAll('%20', '+'), size },
      },
    },
  ],
});
