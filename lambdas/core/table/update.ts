import { MAX_CLOCK_SKEW_MS, MAX_LEASE_LEAD_MS } from '../domain/stored-time';

type Value = unknown;

/** Kinds may be combined, but each attribute may appear only once. */
export interface Changes {
  /** undefined removes the attribute. */
  readonly set?: Readonly<Record<string, Value>>;
  readonly setIfAbsent?: Readonly<Record<string, Value>>;
  readonly append?: Readonly<Record<string, readonly Value[]>>;
  readonly remove?: readonly string[];
  /** To numbers, which start at 0, and to sets. */
  readonly add?: Readonly<Record<string, number | ReadonlySet<Value>>>;
  readonly takeOut?: Readonly<Record<string, ReadonlySet<Value>>>;
}

class Test {
  constructor(
    readonly operator: '<' | '<=' | '>' | '<>' | 'in' | 'size' | 'smaller' | 'absent' | 'present',
    readonly operands: readonly Value[] = [],
  ) {}
}
export const ABSENT = new Test('absent');
export const PRESENT = new Test('present');
export const below = (value: number): Test => new Test('<', [value]);
export const atMost = (value: number): Test => new Test('<=', [value]);
export const above = (value: number): Test => new Test('>', [value]);
/** The negation of `isHeld` as a condition (one of the tests must hold). */
export const notHeld = (now: number, ms: number): Test[] => [atMost(now), above(now + ms + MAX_LEASE_LEAD_MS)];
/** Not newer than `readAt` (Unix seconds), or in the future (one of the tests must hold). `now`: Unix ms. */
export const notNewer = (readAt: number, now: number): Test[] => [
  ABSENT,
  atMost(readAt),
  above(Math.ceil((now + MAX_CLOCK_SKEW_MS) / 1_000)),
];
export const not = (value: string): Test => new Test('<>', [value]);
export const oneOf = (...values: readonly string[]): Test => new Test('in', values);
export const sizeIs = (size: number): Test => new Test('size', [size]);

/** False if the attribute does not exist. */
export const sizeBelow = (size: number): Test => new Test('smaller', [size]);

type AllOf = Readonly<Record<string, Value>>;
/** All attributes must match. For an array, one element must hold. */
export type Condition = AllOf | readonly AllOf[];

export interface Expressions {
  readonly UpdateExpression?: string;
  readonly ConditionExpression?: string;
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly ExpressionAttributeValues?: Record<string, Value>;
}

export function getExpressions(changes: Changes, when?: Condition): Expressions {
  const names: Record<string, string> = {};
  const values: Record<string, Value> = {};
  const name = (attribute: string): string => {
    names[`#${attribute}`] = attribute;
    return `#${attribute}`;
  };
  const value = (attribute: string, operand: Value): string => {
    for (let i = 0; ; i++) {
      const id = `:${attribute}${i === 0 ? '' : i}`;
      if (id in values && values[id] !== operand) continue;
      values[id] = operand;
      return id;
    }
  };
  const each = <T>(changed: Readonly<Record<string, T>> | undefined, text: (attribute: string, value: T) => string) =>
    Object.entries(changed ?? {}).map(([attribute, one]) => text(attribute, one));
  const clause = (word: string, parts: readonly string[]) => (parts.length > 0 ? [`${word} ${parts.join(', ')}`] : []);

  const defined = Object.entries(changes.set ?? {}).filter(([, one]) => one !== undefined);
  const removed = Object.entries(changes.set ?? {}).filter(([, one]) => one === undefined);
  const update = [
    ...clause('SET', [
      ...defined.map(([attribute, one]) => `${name(attribute)} = ${value(attribute, one)}`),
      ...each(changes.setIfAbsent, (a, one) => `${name(a)} = if_not_exists(${name(a)}, ${value(a, one)})`),
      ...each(
        changes.append,
        (a, some) => `${name(a)} = list_append(if_not_exists(${name(a)}, ${value('none', [])}), ${value(a, some)})`,
      ),
    ]),
    ...clause(
      'REMOVE',
      [...removed.map(([attribute]) => attribute), ...(changes.remove ?? [])].map((attribute) => name(attribute)),
    ),
    ...clause(
      'ADD',
      each(changes.add, (a, one) => `${name(a)} ${value(a, one)}`),
    ),
    ...clause(
      'DELETE',
      each(changes.takeOut, (a, some) => `${name(a)} ${value(a, some)}`),
    ),
  ].join(' ');

  const toCondition = (attribute: string, wanted: Value): string => {
    const own = name(attribute);
    if (!(wanted instanceof Test)) return `${own} = ${value(attribute, wanted)}`;
    const operands = wanted.operands.map((one) => value(attribute, one));
    if (wanted.operator === 'absent') return `attribute_not_exists(${own})`;
    if (wanted.operator === 'present') return `attribute_exists(${own})`;
    if (wanted.operator === 'in') return `${own} IN (${operands.join(', ')})`;
    if (wanted.operator === 'smaller') return `size(${own}) < ${operands[0]}`;
    if (wanted.operator === 'size') return `size(${own}) = ${operands[0]}`;
    return `${own} ${wanted.operator} ${operands[0]}`;
  };
  const all = (tests: AllOf) =>
    Object.entries(tests)
      .map(([attribute, wanted]) => toCondition(attribute, wanted))
      .join(' AND ');
  // AND binds more tightly than OR.
  const condition = (when === undefined ? [] : [when].flat()).map(all).join(' OR ');
  return {
    ...(update ? { UpdateExpression: update } : {}),
    ...(condition ? { ConditionExpression: condition } : {}),
    ...(Object.keys(names).length > 0 ? { ExpressionAttributeNames: names } : {}),
    ...(Object.keys(values).length > 0 ? { ExpressionAttributeValues: values } : {}),
  };
}
