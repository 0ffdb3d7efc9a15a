import type { Operation } from './definition';

export interface Match {
  readonly operation: Operation;
  readonly pathParameters: Readonly<Record<string, string>>;
}

interface Node {
  readonly literals: Map<string, Node>;
  variable?: { readonly name: string; readonly node: Node };
  readonly methods: Map<string, Operation>;
}
const createNode = (): Node => ({ literals: new Map(), methods: new Map() });

/** Literal segments take precedence over variables, as in API Gateway. */
export function createRouter(operations: readonly Operation[]) {
  const root = createNode();
  for (const operation of operations) {
    let node = root;
    for (const segment of getSegments(operation.path)) node = child(node, segment, operation.path);
    node.methods.set(operation.method, operation);
  }
  /** `path` is raw (still encoded). Throws a URIError if the encoding is invalid. */
  return (method: string, path: string): Match | undefined => find(root, getSegments(path), method, {});
}

function child(node: Node, segment: string, path: string): Node {
  const name = /^\{(.+)\}$/.exec(segment)?.[1];
  if (name === undefined) {
    if (/[{}]/.test(segment))
      throw new Error(`${path} mixes text and a variable in a segment; API Gateway rejects it.`);
    const next = node.literals.get(segment) ?? createNode();
    node.literals.set(segment, next);
    return next;
  }
  if (name.endsWith('+'))
    throw new Error(`${path} ends in a greedy variable, which the local runner does not support.`);
  node.variable ??= { name, node: createNode() };
  if (node.variable.name !== name)
    throw new Error(`${path} names a variable {${name}} where a sibling path has {${node.variable.name}}.`);
  return node.variable.node;
}

function find(node: Node, path: readonly string[], method: string, found: Record<string, string>): Match | undefined {
  const [segment, ...rest] = path;
  if (segment === undefined) {
    const operation = node.methods.get(method) ?? node.methods.get('ANY');
    return operation && { operation, pathParameters: found };
  }
  const decoded = decodeURIComponent(segment);
  const literal = node.literals.get(decoded);
  const match = literal && find(literal, rest, method, found);
  if (match || !node.variable || segment === '') return match;
  return find(node.variable.node, rest, method, { ...found, [node.variable.name]: decoded });
}

/** API Gateway ignores one trailing slash. */
const getSegments = (path: string): string[] => path.replace(/\/$/, '').split('/').slice(1);
