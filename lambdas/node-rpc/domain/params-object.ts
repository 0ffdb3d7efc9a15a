import { getElements } from '../../pchain/domain/json-rpc/json-text';

/** avalanchego's error message for parameters of the wrong type. */
export const BAD_PARAMS =
  "couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls";

/**
 * The parameters object: `params` itself, or the first element of an array; `{}` if absent or null. undefined if it is
 * not an object. `params` must be valid JSON.
 */
export function paramsObject(params = 'null'): string | undefined {
  const object = params.startsWith('[') ? (getElements(params)[0] ?? 'null') : params;
  if (object === 'null') return '{}';
  return object.startsWith('{') ? object : undefined;
}
