import type { S3Client } from '@aws-sdk/client-s3';

type Input = {
  readonly Key: string;
  readonly Body?: Uint8Array;
  readonly Metadata?: Readonly<Record<string, string>>;
  readonly IfNoneMatch?: string;
  readonly Prefix?: string;
};

/** `gate` runs before each call takes effect, and can throw. */
export function memoryBucket(gate: (call: string, key: string) => void = () => undefined) {
  const objects = new Map<string, Uint8Array>();
  const metadata = new Map<string, Input['Metadata']>();
  const send = async (command: { readonly input: Input }) => {
    const { Key, Body, Metadata, IfNoneMatch, Prefix } = command.input;
    if (Prefix !== undefined)
      return { Contents: [...objects.keys()].filter((key) => key.startsWith(Prefix)).map((one) => ({ Key: one })) };
    gate(command.constructor.name, Key);
    if (Body) {
      if (IfNoneMatch && objects.has(Key))
        throw Object.assign(new Error(`${Key} is there`), { name: 'PreconditionFailed' });
      objects.set(Key, Body);
      metadata.set(Key, Metadata);
      return {};
    }
    const found = objects.get(Key);
    if (!found) throw Object.assign(new Error(`no ${Key}`), { name: 'NoSuchKey' });
    return { Metadata: metadata.get(Key), Body: { transformToByteArray: async () => found } };
  };
  return { objects, metadata, client: { send } as unknown as Pick<S3Client, 'send'> };
}
