import { JsonSyntaxError } from '../../pchain/domain/json-rpc/json-scanner';
import { compacted, firstValue, foldedName, getElements, getMembers } from '../../pchain/domain/json-rpc/json-text';

/** A call of JSON-RPC 2.0 as a node reads it. Every value is text, so that no digit is lost. */
export interface RpcRequest {
  /** Empty where it is absent. */
  readonly version: string;
  /** Empty where it is absent. */
  readonly method: string;
  /** JSON text; undefined where it is absent or null. */
  readonly params?: string;
  /** JSON text; undefined where it is absent or null: a notification. */
  readonly id?: string;
  /** Why it could not be read: what Go's encoding/json says of the first field of another type. */
  readonly problem?: string;
}

/** The request that could not even be read as JSON: all of its fields are absent. */
const UNREADABLE: RpcRequest = { version: '', method: '' };

/** A body as it was sent: one call, text that is none, or the texts of a batch, which `readRequest` reads. */
export type RpcBody = { readonly one: RpcRequest } | { readonly batch: readonly string[] };

/** Reads the first JSON value of a body; what follows is ignored, as nodes do. Never throws. */
export function readBody(text: string): RpcBody {
  try {
    const value = firstValue(text);
    return value.startsWith('[') ? { batch: getElements(value) } : { one: readRequest(value) };
  } catch (error) {
    if (error instanceof JsonSyntaxError) return { one: { ...UNREADABLE, problem: error.message } };
    throw error;
  }
}

/** Names are compared without case and the last of several counts, as Go's encoding/json does. `value` is valid JSON. */
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

/** What a node repeats of a request in the `data` of an error. */
export const toEcho = ({ version, method, params, id }: RpcRequest): string =>
  compacted(
    `{"jsonrpc":${JSON.stringify(version)},"method":${JSON.stringify(method)},"params":${params ?? 'null'},"id":${id ?? 'null'}}`,
  );
