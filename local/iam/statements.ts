import type * as z from 'zod';
import type { RolePolicy } from './policies';

export type Statement = z.output<typeof RolePolicy>['Statement'][number];

export interface Access {
  readonly action: string;
  readonly resource: string;
  /** Values by context key, such as `dynamodb:LeadingKeys`; a key without values is absent. */
  readonly context?: Readonly<Record<string, readonly string[]>>;
}

type Operator = (wanted: readonly string[], actual: readonly string[] | undefined) => boolean;
const equals: Operator = (wanted, actual) => actual?.some((value) => wanted.includes(value)) ?? false;
const like: Operator = (wanted, actual) => actual?.some((value) => covers(wanted, value)) ?? false;
const OPERATORS: Readonly<Record<keyof Statement['Condition'], Operator>> = {
  'ForAllValues:StringLike': (wanted, actual = []) => actual.every((value) => covers(wanted, value)),
  Null: (wanted, actual) => wanted.includes(String(actual === undefined)),
  Bool: equals,
  StringEquals: equals,
  ArnEquals: like,
  ArnLike: like,
};

/** IAM policy evaluation within one account. */
export function isAllowed(statements: readonly Statement[], access: Access): boolean {
  const applying = statements.filter((statement) => applies(statement, access));
  return applying.some(({ Effect }) => Effect === 'Allow') && !applying.some(({ Effect }) => Effect === 'Deny');
}

function applies({ Action, Resource, Condition }: Statement, { action, resource, context = {} }: Access): boolean {
  if (!covers(Action, action) || !covers(Resource, resource)) return false;
  return (Object.keys(Condition) as (keyof typeof Condition)[]).every((operator) =>
    Object.entries(Condition[operator] ?? {}).every(([key, wanted]) => OPERATORS[operator](wanted, context[key])),
  );
}

const compiled = new Map<string, RegExp>();

/** IAM wildcards: `*` for any text, `?` for one character. */
export function covers(patterns: readonly string[], text: string): boolean {
  return patterns.some((pattern) => {
    const known = compiled.get(pattern) ?? compile(pattern);
    compiled.set(pattern, known);
    return known.test(text);
  });
}

function compile(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/\*/g, '.*').replace(/\?/g, '.')}$`, 's');
}
