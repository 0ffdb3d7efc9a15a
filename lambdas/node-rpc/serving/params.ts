import { compacted, foldedName, getMembers } from '../../pchain/domain/json-rpc/json-text';
import { paramsObject } from '../domain/params-object';

/**
 * The parameters of a call as a JSON object: those of these names, in their order, so that equal calls have equal texts.
 * They may be an object, or the first element of an array. undefined if they are neither. Names are compared without
 * case. Of a name that is repeated every value is forwarded: nodes refuse the call for one that they cannot read, and
 * null leaves the one before as it is.
 */
export function readParams(params: string | undefined, names: readonly string[]): string | undefined {
  const object = paramsObject(params);
  if (object === undefined) return undefined;
  const given = getMembers(object).map(({ name, value }) => ({ name: foldedName(name), value }));
  const taken = names.flatMap((name) =>
    given
      .filter((one) => one.name === foldedName(name))
      .map(({ value }) => `${JSON.stringify(name)}:${compacted(value)}`),
  );
  return `{${taken.join(',')}}`;
}
