import type { S3Client } from '@aws-sdk/client-s3';

type Input = {
  readonly Key: string;
  readonly Body?: Uint8Array;
  readonly Metadata?: Readonly<Record<string, string>>;
};

/** A bucket in memory: objects by key. `gate` is passed by each call before it takes effect. */
export function memoryBucket(gate: (call: string, key: string) => void = () => undefined) {
  const objects = new Map<string, Uint8Array>();
  const metadata = new Map<string, Input['Metadata']>();
  const send = async (command: { readonly input: Input }) => {
    const { Key, Body, Metadata } = command.input;
    gate(command.constructor.name, Key);
    if (Body) {
      objects.set(Key, Body);
      metadata.set(Key, Metadata);
      return {};
    }
    const found = objects.get(Key);
    if (!found) throw Object.assign(new Error(`no ${Key}`), { name: 'NoSuchKey' });
    return { Metadata: metadata.get(Key), Body: { transformToByteArray: async () => found } };
  };
  return { objects, client: { send } as unknown as Pick<S3Client, 'send'> };
}
