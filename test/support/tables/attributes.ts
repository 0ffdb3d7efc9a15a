/** A value as DynamoDB's API has it. */
type Attribute = Readonly<Record<string, unknown>>;
type Plain = Readonly<Record<string, unknown>>;

/** An item in DynamoDB's own JSON; what is undefined is left out. */
export function toAttributes(item: Plain): Record<string, Attribute> {
  const attributes: Record<string, Attribute> = {};
  for (const name of Object.keys(item)) if (item[name] !== undefined) attributes[name] = toAttribute(item[name]);
  return attributes;
}

/** An item as the document client gives it. */
export function fromAttributes(item: Readonly<Record<string, Attribute>>): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  for (const name of Object.keys(item)) plain[name] = fromAttribute(item[name] ?? {});
  return plain;
}

function toAttribute(value: unknown): Attribute {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value === null) return { NULL: true };
  if (value instanceof Uint8Array)
    return { B: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') };
  if (Array.isArray(value)) return { L: value.map(toAttribute) };
  if (value instanceof Set) {
    const members = [...value].map(toAttribute);
    const [kind = 'S'] = Object.keys(members[0] ?? {});
    return { [`${kind}S`]: members.map((member) => member[kind]) };
  }
  if (typeof value === 'object') return { M: toAttributes(value as Plain) };
  throw new Error(`an attribute cannot be ${typeof value}`);
}

function fromAttribute(attribute: Attribute): unknown {
  const [kind = ''] = Object.keys(attribute);
  const value = attribute[kind];
  if (kind === 'S' || kind === 'BOOL') return value;
  if (kind === 'N') return Number(value);
  if (kind === 'NULL') return null;
  if (kind === 'B') return Buffer.from(value as string, 'base64');
  if (kind === 'L') return (value as Attribute[]).map(fromAttribute);
  if (kind === 'M') return fromAttributes(value as Record<string, Attribute>);
  const member = kind.slice(0, -1);
  return new Set((value as unknown[]).map((one) => fromAttribute({ [member]: one })));
}
