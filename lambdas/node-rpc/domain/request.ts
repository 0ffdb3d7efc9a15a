import { JsonSyntaxError } from '../../pchain/domain/json-rpc/json-scanner';
import { compacted, firstValue, foldedName, getElements, getMembers } from '../../pchain/domain/json-rpc/json-text';

/** All values are JSON text, so that no digits are lost. */
export interface RpcRequest {
  readonly version: string;
  readonly method: string;
  readonly params?: string;
  /** Undefined if absent or null, which makes the call a notification. */
  readonly id?: string;
  /** Parse error in the words of Go's encoding/json: invalid JSON, or the first field of the wrong type. */
  readonly problem?: string;
}

const UNREADABLE: RpcRequest = { version: '', method: '' };

/** One call (possibly unreadable), or the JSON texts of a batch, to be read by `readRequest`. */
export type RpcBody = { readonly one: RpcRequest } | { readonly batch: readonly string[] };

/** Reads the first JSON value of a body and ignores the rest, as nodes do. Never throws. */
export function readBody(text: string): RpcBody {
  try {
    const value = firstValue(text);
    return value.startsWith('[') ? { batch: getElements(value) } : { one: readRequest(value) };
  } catch (error) {
    if (error instanceof JsonSyntaxError) return { one: { ...UNREADABLE, problem: error.message } };
    throw error;
  }
}

/** Names are case-insensitive and the last duplicate wins, as in Go's encoding/json. `value` must be valid JSON. */
export function readRequest(value: string): RpcRequest {
  if (value === 'null') return UNREADABLE;
  if (!value.startsWith('{'))
    return {
      ...UNREADABLE,
      problem: `json: cannot unmarshal ${getKind(value)} into Go value of type json2.serverRequest`,
    };
  const read: { -readonly [Field in keyof RpcRequest]: RpcRequest[Field] | undefined } = { version: '', method: '' };
  const fail = (field: string, given: string) => {
    read.problem ??= `json: cannot unmarshal ${getKind(given)} into Go struct field serverRequest.${field} of type string`;
  };
  for (const { name, value: given } of getMembers(value)) {
    const field = foldedName(name);
    if (field === 'id' || field === 'params') read[field] = given === 'null' ? undefined : given;
    if (field !== 'jsonrpc' && field !== 'method') continue;
    if (given === 'null') continue;
    if (!given.startsWith('"')) fail(field, given);
    else read[field === 'method' ? 'method' : 'version'] = (JSON.parse(given) as string).toWellFormed();
  }
  return Object.fromEntries(Object.entries(read).filter(([, one]) => one !== undefined)) as unknown as RpcRequest;
}

function getKind(value: string): string {
  const kinds: Readonly<Record<string, string>> = { '{': 'object', '[': 'array', '"': 'string', t: 'bool', f: 'bool' };
  return kinds[value[0] ?? ''] ?? 'number';
}

export const toEcho = ({ version, method, params, id }: RpcRequest): string =>
  compacted(
    `{"jsonrpc":${JSON.stringify(version)},"method":${JSON.stringify(method)},"params":${params ?? 'null'},"id":${id ?? 'null'}}`,
  );
