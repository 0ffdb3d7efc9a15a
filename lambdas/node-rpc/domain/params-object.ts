import { getElements } from '../../pchain/domain/json-rpc/json-text';

export const BAD_PARAMS =
  "couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls";

/** `params` (valid JSON) or its first element; `{}` if absent or null, undefined if not an object. */
export function paramsObject(params = 'null'): string | undefined {
  const object = params.startsWith('[') ? (getElements(params)[0] ?? 'null') : params;
  if (object === 'null') return '{}';
  return object.startsWith('{') ? object : undefined;
}
