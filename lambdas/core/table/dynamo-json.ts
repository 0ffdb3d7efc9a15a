import { inspect } from 'node:util';

export type Fields = Readonly<Record<string, unknown>>;
/** A typed value such as `{"S": "text"}`, with bytes in base64. */
type Attribute = Readonly<Record<string, unknown>>;

const ITEM = new Set(['Item', 'Key', 'Attributes', 'ExpressionAttributeValues', 'LastEvaluatedKey']);
const ITEMS = new Set(['Items', 'Keys']);

/** Omits undefined values; throws a TypeError for unsupported ones. */
export const requestJson = (request: Fields): string => JSON.stringify(mapItems(request, toAttribute));

/** Bytes become Buffers; numbers lose precision beyond JavaScript's. */
export const readAnswer = (json: string): Fields => mapItems(JSON.parse(json) as Fields, fromAttribute as MapValue);

type MapValue = (value: unknown) => unknown;

function mapItems(fields: Fields, map: MapValue): Fields {
  return mapFields(fields, (value, name) => {
    if (typeof value !== 'object' || value === null) return value;
    if (ITEM.has(name)) return mapFields(value as Fields, map);
    if (ITEMS.has(name)) return (value as Fields[]).map((item) => mapFields(item, map));
    if (name === 'Responses') return mapFields(value as Fields, (Items) => mapItems({ Items }, map).Items);
    if (Array.isArray(value)) return value.map((one: Fields) => mapItems(one, map));
    return mapItems(value as Fields, map);
  });
}

function mapFields(fields: Fields, map: (value: unknown, name: string) => unknown): Fields {
  const mapped: Record<string, unknown> = {};
  for (const name in fields) if (fields[name] !== undefined) mapped[name] = map(fields[name], name);
  return mapped;
}

function toAttribute(value: unknown): Attribute {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number' && Number.isFinite(value)) return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value === null) return { NULL: true };
  if (value instanceof Uint8Array) return { B: base64(value) };
  if (Array.isArray(value)) return { L: value.map(toAttribute) };
  if (value instanceof Set && value.size > 0) {
    const members = [...value];
    if (members.every((member) => typeof member === 'string')) return { SS: members };
    if (members.every((member) => member instanceof Uint8Array)) return { BS: members.map(base64) };
  }
  if (typeof value === 'object' && [Object.prototype, null].includes(Object.getPrototypeOf(value)))
    return { M: mapFields(value as Fields, toAttribute) };
  throw new TypeError(`an attribute cannot be ${inspect(value)}`);
}

const READ: Readonly<Record<string, (value: never) => unknown>> = {
  S: (text: string) => text,
  N: Number,
  BOOL: (is: boolean) => is,
  NULL: () => null,
  B: fromBase64,
  L: (list: readonly Attribute[]) => list.map(fromAttribute),
  M: (map: Fields) => mapFields(map, fromAttribute as MapValue),
  SS: (texts: readonly string[]) => new Set(texts),
  BS: (all: readonly string[]) => new Set(all.map(fromBase64)),
};

function fromAttribute(attribute: Attribute): unknown {
  for (const type in attribute) {
    const read = READ[type];
    if (read) return read(attribute[type] as never);
  }
  throw new TypeError(`unknown attribute ${JSON.stringify(attribute)}`);
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

function fromBase64(text: string): Buffer {
  return Buffer.from(text, 'base64');
}
