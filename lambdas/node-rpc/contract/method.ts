import * as z from 'zod';

/** A read method of a P-chain's node, declared once: the allow list, its caching and the OpenRPC document derive from it. */
export interface RpcMethod {
  readonly name: `platform.${string}`;
  readonly summary: string;
  readonly description?: string;
  /** By name. Nodes ignore others, so only these are forwarded. */
  readonly params: z.ZodObject;
  readonly result: z.ZodType;
  /**
   * How long a result is kept in a warm function; errors are not, as some pass. `block`: until the node accepts another
   * block. `forever`: it never changes. A number: seconds.
   */
  readonly cache: 'block' | 'forever' | number;
  readonly deprecated?: true;
}

/** Identity at run time; at compile time it checks a declaration. */
export const method = <const M extends RpcMethod>(declared: M): M => declared;

const text = (description: string, example: string) => z.string().meta({ description, example });

/** A whole number up to 2^64 as decimal text. */
export const uint64Text = (description: string, example: string) => text(description, example);
/** A whole number up to 2^64 as a JSON number, with digits that JavaScript's numbers cannot hold. */
export const uint64 = (description: string, example: number) =>
  z.unknown().meta({ type: 'integer', minimum: 0, description, example });
/** An amount in nAVAX as decimal text. */
export const nAvax = (description: string) => uint64Text(`${description} nAVAX.`, '2000000000000');
/** An id in cb58. */
export const id = (description: string) =>
  text(`${description} cb58.`, '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5');
/** A node's id. */
export const nodeId = z
  .string()
  .meta({ description: 'Id of the node.', example: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg' });
/** An address of the P-chain. */
export const address = z
  .string()
  .meta({ description: 'An address (bech32).', example: 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5' });
/** A time as nodes write it: RFC 3339. */
export const time = (description: string) => text(`${description} RFC 3339.`, '2026-11-23T10:15:30Z');
/** A height as a parameter. */
export const height = z
  .union([z.string(), z.int()])
  .meta({ description: 'A height, as text or as a number.', example: '1000001' });
/** How bytes are written in an answer. */
export const encoding = z
  .enum(['hex', 'hexc', 'hexnc', 'json'])
  .optional()
  .meta({ description: 'hex and hexc end in a checksum of four bytes, hexnc has none; json where the method has it.' });
/** The subnet that a question is about. */
export const subnetId = z.string().optional().meta({
  description: 'Id of the subnet (cb58); the primary network if absent.',
  example: '11111111111111111111111111111111LpoYY',
});
/** No parameters. */
export const none = z.object({});
