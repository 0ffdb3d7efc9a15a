import { getElements } from '../../pchain/domain/json-rpc/json-text';

/** What a node says of parameters of another type than it takes. */
export const BAD_PARAMS =
  "couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls";

/**
 * The object of parameters: as it is, or the first element of an array; empty where there is none. undefined if the
 * parameters are neither. `params` is valid JSON.
 */
export function paramsObject(params = 'null'): string | undefined {
  const object = params.startsWith('[') ? (getElements(params)[0] ?? 'null') : params;
  if (object === 'null') return '{}';
  return object.startsWith('{') ? object : undefined;
}
