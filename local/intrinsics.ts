export interface Scope {
  /** Identifies the location in errors. */
  readonly place: string;
  ref(name: string): unknown;
  attribute(logicalId: string, name: string): unknown;
  condition(name: string): unknown;
  stackOutput(stackName: string, outputName: string): unknown;
}

type Functions = Record<string, (argument: unknown, scope: Scope) => unknown>;

/** `AWS::NoValue` removes the property. */
export function resolve(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value)) return value.map((each) => resolve(each, scope)).filter((each) => each !== undefined);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [name, argument] = entries[0] ?? [];
  if (
    entries.length === 1 &&
    name !== undefined &&
    (name === 'Ref' || name === 'Condition' || name.startsWith('Fn::'))
  ) {
    // `Condition` is a function only inside condition functions; elsewhere (in an IAM statement) it is a plain key.
    const call = functions[name];
    if (call && (name !== 'Condition' || typeof argument === 'string')) return call(argument, scope);
    if (!call) throw new Error(`${scope.place} uses ${name}, which the local runner does not support.`);
  }
  const resolved = entries.map(([key, each]) => [key, resolve(each, scope)] as const);
  return Object.fromEntries(resolved.filter(([, each]) => each !== undefined));
}

const functions: Functions = {
  Ref: (name, scope) => scope.ref(String(name)),
  Condition: (name, scope) => scope.condition(String(name)),
  'Fn::GetAtt': (argument, scope) => {
    const [id, name] = Array.isArray(argument) ? argument : splitOnce(String(argument));
    return scope.attribute(String(id), String(resolve(name, scope)));
  },
  'Fn::Join': (argument, scope) => {
    const [separator, parts] = list(argument);
    return list(resolve(parts, scope)).join(String(separator));
  },
  'Fn::Split': (argument, scope) => {
    const [separator, text] = list(argument);
    return String(resolve(text, scope)).split(String(separator));
  },
  'Fn::Select': (argument, scope) => {
    const [index, parts] = list(argument);
    const options = list(resolve(parts, scope));
    const selected = options[Number(resolve(index, scope))];
    if (selected === undefined)
      throw new Error(`${scope.place} selects element ${String(index)} of ${options.length}.`);
    return selected;
  },
  'Fn::Sub': (argument, scope) => {
    const [text, variables] = Array.isArray(argument) ? argument : [argument, {}];
    return String(text).replace(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
      if (literal) return `\${${name}}`;
      const own = (variables as Record<string, unknown>)[name];
      if (own !== undefined) return String(resolve(own, scope));
      return String(name.includes('.') ? scope.attribute(...splitOnce(name)) : scope.ref(name));
    });
  },
  'Fn::If': (argument, scope) => {
    const [condition, yes, no] = list(argument);
    return resolve(scope.condition(String(condition)) ? yes : no, scope);
  },
  'Fn::Equals': (argument, scope) => {
    const [left, right] = list(resolve(argument, scope));
    return left === right;
  },
  'Fn::And': (argument, scope) => list(resolve(argument, scope)).every(Boolean),
  'Fn::Or': (argument, scope) => list(resolve(argument, scope)).some(Boolean),
  'Fn::Not': (argument, scope) => !list(resolve(argument, scope))[0],
  'Fn::GetStackOutput': (argument, scope) => {
    const { StackName, OutputName } = resolve(argument, scope) as Record<string, unknown>;
    return scope.stackOutput(String(StackName), String(OutputName));
  },
};

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

function splitOnce(text: string): [string, string] {
  const dot = text.indexOf('.');
  return [text.slice(0, dot), text.slice(dot + 1)];
}
