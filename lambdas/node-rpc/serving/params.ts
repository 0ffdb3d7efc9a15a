import { compacted, foldedName, getMembers } from '../../pchain/domain/json-rpc/json-text';
import { paramsObject } from '../domain/params-object';

/**
 * The call's parameters as the text of a JSON object, in the order of `names`, so that equal calls have equal texts.
 * Accepts an object, or an array with the object as its first element; returns undefined otherwise. Names are
 * case-insensitive. All values of a duplicate name are forwarded: nodes reject the call if they cannot read one of
 * them, and a null keeps the value before it.
 */
export function readParams(params: string | undefined, names: readonly string[]): string | undefined {
  const object = paramsObject(params);
  if (object === undefined) return undefined;
  const given = getMembers(object).map(({ name, value }) => ({ name: foldedName(name), value }));
  const selected = names.flatMap((name) =>
    given
      .filter((one) => one.name === foldedName(name))
      .map(({ value }) => `${JSON.stringify(name)}:${compacted(value)}`),
  );
  return `{${selected.join(',')}}`;
}
