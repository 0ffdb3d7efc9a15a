type Fields = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;
type Test = (value: unknown, argument: unknown) => boolean;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** Throws for unknown operators, as a rule that never matches would lose events. */
export function compilePattern(pattern: unknown): Check {
  if (!isFields(pattern)) throw new Error('An event pattern must be an object.');
  const checks = Object.entries(pattern).map(([field, wanted]): Check => {
    if (field === '$or') {
      const options = list(wanted).map(compilePattern);
      return (event) => options.some((matches) => matches(event));
    }
    const check = isFields(wanted) ? nested(wanted) : anyOf(field, wanted);
    return (event) => check(isFields(event) ? event[field] : undefined);
  });
  return (event) => checks.every((check) => check(event));
}

function nested(pattern: Fields): Check {
  const matches = compilePattern(pattern);
  return (value) => list(value).some(matches);
}

function anyOf(field: string, wanted: unknown): Check {
  if (!Array.isArray(wanted)) throw new Error(`The event pattern's ${field} must be a list or an object.`);
  const conditions = wanted.map(compileCondition);
  return (value) => conditions.some((matches) => matches(value));
}

function compileCondition(condition: unknown): Check {
  if (!isFields(condition)) return onElements((value) => value === condition);
  const [operator = '', argument] = Object.entries(condition)[0] ?? [];
  if (operator === 'exists') return (value) => (value !== undefined) === argument;
  if (operator === 'anything-but') {
    const isExcluded = compileExclusion(argument);
    return (value) => value !== undefined && list(value).every((each) => !isExcluded(each));
  }
  const matches = test(operator);
  return onElements((value) => matches(value, argument));
}

/** A list value matches if one of its elements does. */
const onElements = (check: Check): Check => {
  return (value) => list(value).some(check);
};

/** `anything-but` takes values, or one operator with one or several arguments. */
function compileExclusion(argument: unknown): Check {
  if (!isFields(argument)) return (value) => list(argument).includes(value);
  const [operator = '', excluded] = Object.entries(argument)[0] ?? [];
  const matches = test(operator);
  return (value) => list(excluded).some((each) => matches(value, each));
}

function test(operator: string): Test {
  const found = tests[operator];
  if (!found) throw new Error(`The event pattern uses ${operator}, which the local runner does not support.`);
  return found;
}

const onText = (check: (value: string, argument: string) => boolean): Test => {
  return (value, argument) => {
    if (typeof value !== 'string') return false;
    const lower = isFields(argument) ? argument['equals-ignore-case'] : undefined;
    if (typeof lower === 'string') return check(value.toLowerCase(), lower.toLowerCase());
    return typeof argument === 'string' && check(value, argument);
  };
};

const comparisons: Record<string, (left: number, right: number) => boolean> = {
  '=': (left, right) => left === right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
};

const tests: Record<string, Test> = {
  prefix: onText((value, argument) => value.startsWith(argument)),
  suffix: onText((value, argument) => value.endsWith(argument)),
  'equals-ignore-case': onText((value, argument) => value.toLowerCase() === argument.toLowerCase()),
  numeric: (value, argument) => {
    const parts = list(argument);
    return (
      typeof value === 'number' &&
      parts.every((part, at) => at % 2 === 1 || (comparisons[String(part)]?.(value, Number(parts[at + 1])) ?? false))
    );
  },
};
