import * as z from 'zod';

/** The allow list, caching and the OpenRPC document derive from it. */
export interface RpcMethod {
  readonly name: `platform.${string}`;
  readonly summary: string;
  readonly description?: string;
  readonly params: z.ZodObject;
  readonly result: z.ZodType;
  /** Seconds, or until the next accepted block, or `forever`: immutable. Errors are not cached: some are transient. */
  readonly cache: 'block' | 'forever' | number;
  readonly deprecated?: true;
}

export const method = <const M extends RpcMethod>(declared: M): M => declared;

const text = (description: string, example: string) => z.string().meta({ description, example });

export const uint64Text = (description: string, example: string) => text(description, example);
/** As a JSON number, possibly beyond JavaScript's safe integers. */
export const uint64 = (description: string, example: number) =>
  z.unknown().meta({ type: 'integer', minimum: 0, description, example });
export const nAvax = (description: string) => uint64Text(`${description} In nAVAX.`, '2000000000000');
export const id = (description: string) =>
  text(`${description} In cb58.`, '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5');
export const nodeId = z
  .string()
  .meta({ description: 'Id of the node.', example: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg' });
export const address = z
  .string()
  .meta({ description: 'An address (bech32).', example: 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5' });
export const time = (description: string) => text(`${description} In RFC 3339 format.`, '2026-11-23T10:15:30Z');
export const height = z
  .union([z.string(), z.int()])
  .meta({ description: 'A height, as a string or a number.', example: '1000001' });
export const encoding = z
  .enum(['hex', 'hexc', 'hexnc', 'json'])
  .optional()
  .meta({ description: 'hex and hexc end in a four-byte checksum, hexnc has none; json if the method supports it.' });
export const subnetId = z.string().optional().meta({
  description: 'Id of the subnet (cb58); defaults to the primary network.',
  example: '11111111111111111111111111111111LpoYY',
});
export const none = z.object({});
