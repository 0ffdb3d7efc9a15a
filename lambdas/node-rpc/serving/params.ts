import { compacted, foldedName, getMembers } from '../../pchain/domain/json-rpc/json-text';
import { paramsObject } from '../domain/params-object';

/** Equal calls get equal texts (order of `names`). Forwards all values of a duplicate name: nodes judge each. */
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
