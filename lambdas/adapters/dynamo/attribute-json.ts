/*
 * Items as the DynamoDB API has them: each attribute with its type, as JSON. A request is written straight as text: the
 * objects between were half of the time that a backfill spent.
 */

/** An attribute of an answer, such as `{"S": "text"}`. */
type Attribute = Readonly<Record<string, unknown>>;

/** An item as JSON. What is undefined is left out. Throws a TypeError if a value is none that an attribute can have. */
export function itemJson(item: Readonly<Record<string, unknown>>): string {
  let json = '';
  for (const name in item) {
    const value = item[name];
    if (value === undefined) continue;
    json += `${json === '' ? '{' : ','}${JSON.stringify(name)}:${attributeJson(value)}`;
  }
  return json === '' ? '{}' : `${json}}`;
}

function attributeJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return `{"S":${JSON.stringify(value)}}`;
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`an attribute cannot be ${value}`);
      return `{"N":"${value}"}`;
    case 'boolean':
      return value ? '{"BOOL":true}' : '{"BOOL":false}';
    case 'object':
      return objectJson(value);
    default:
      throw new TypeError(`an attribute cannot be a ${typeof value}`);
  }
}

function objectJson(value: object | null): string {
  if (value === null) return '{"NULL":true}';
  if (value instanceof Uint8Array) return `{"B":"${base64(value)}"}`;
  if (Array.isArray(value)) return `{"L":[${value.map(attributeJson).join(',')}]}`;
  if (value instanceof Set) return setJson([...value]);
  const made: unknown = Object.getPrototypeOf(value);
  if (made !== null && made !== Object.prototype)
    throw new TypeError(`an attribute cannot be a ${value.constructor.name}`);
  return `{"M":${itemJson(value as Record<string, unknown>)}}`;
}

function setJson(members: readonly unknown[]): string {
  if (members.length === 0) throw new TypeError('an attribute cannot be an empty set');
  if (members.every((member) => typeof member === 'string')) return `{"SS":${JSON.stringify(members)}}`;
  if (members.every((member) => typeof member === 'number' && Number.isFinite(member)))
    return `{"NS":${JSON.stringify(members.map(String))}}`;
  if (members.every((member) => member instanceof Uint8Array)) return `{"BS":${JSON.stringify(members.map(base64))}}`;
  throw new TypeError('an attribute can be a set of texts, of numbers or of bytes only');
}

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

/** An item of an answer. Numbers are read as JavaScript has them: we store none above 2^53. */
export function readItem(item: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const name in item) read[name] = readAttribute(item[name] as Attribute);
  return read;
}

function readAttribute(attribute: Attribute): unknown {
  for (const type in attribute) {
    const value = attribute[type];
    switch (type) {
      case 'S':
      case 'BOOL':
        return value;
      case 'N':
        return Number(value);
      case 'NULL':
        return null;
      case 'B':
        return Buffer.from(String(value), 'base64');
      case 'L':
        return (value as readonly Attribute[]).map(readAttribute);
      case 'M':
        return readItem(value as Readonly<Record<string, unknown>>);
      case 'SS':
        return new Set(value as readonly string[]);
      case 'NS':
        return new Set((value as readonly string[]).map(Number));
      case 'BS':
        return new Set((value as readonly string[]).map((text) => Buffer.from(text, 'base64')));
    }
  }
  throw new TypeError(`unknown attribute ${JSON.stringify(attribute)}`);
}
