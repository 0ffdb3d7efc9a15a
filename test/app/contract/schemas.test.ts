import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { RichAddress } from '../../../lambdas/core/contract/schemas/address';
import { Money } from '../../../lambdas/core/contract/schemas/money';
import * as balances from '../../../lambdas/evm/contract/schemas/balances';
import * as contracts from '../../../lambdas/evm/contract/schemas/contracts';
import * as nfts from '../../../lambdas/evm/contract/schemas/nfts';
import * as tokens from '../../../lambdas/evm/contract/schemas/tokens';
import * as transfers from '../../../lambdas/evm/contract/schemas/transfers';
import { createSamples } from '../../support/make/token-samples';
import { openapiDocument } from '../../support/openapi/document';
import { describeIf } from '../../support/skipping';
import { readYaml } from '../../support/sources/yaml';

const schemas: Record<string, z.ZodType> = {
  RichAddress,
  Money,
  ...tokens,
  ...transfers,
  ...balances,
  ...contracts,
  ...nfts,
};
const names = Object.keys(schemas);
const least = createSamples(false);
const full = createSamples(true);

type Path = readonly (string | number)[];
/** The path of every value of a sample. */
const getPaths = (value: unknown, at: Path = []): Path[] =>
  value === null || typeof value !== 'object'
    ? []
    : Object.entries(value).flatMap(([key, inner]) => {
        const path = [...at, Array.isArray(value) ? Number(key) : key];
        return [path, ...getPaths(inner, path)];
      });
/** A copy of the sample with one value replaced, or removed if `value` is undefined. */
function changed(sample: unknown, path: Path, value: unknown): unknown {
  const copy = structuredClone(sample);
  const last = path.at(-1) ?? '';
  const holder = path.slice(0, -1).reduce((inner, key) => Reflect.get(inner as object, key), copy) as object;
  if (value === undefined) Reflect.deleteProperty(holder, last);
  else Reflect.set(holder, last, value);
  return copy;
}

describe('the response schemas of the token endpoints', () => {
  test('every schema has samples', () => expect(Object.keys(full).toSorted()).toEqual(names.toSorted()));
  describe.each(names.map((name) => [name, schemas[name] ?? z.never()] as const))('%s', (name, schema) => {
    const accepts = (sample: unknown) => schema.safeParse(sample).success;
    test('a full sample is parsed without loss', () => {
      for (const sample of full[name] ?? []) expect(schema.parse(sample)).toEqual(sample);
    });
    test('optional fields may be absent, required fields may not', () => {
      for (const sample of least[name] ?? []) {
        expect(schema.parse(sample)).toEqual(sample);
        const fields = getPaths(sample).filter((path) => typeof path.at(-1) === 'string');
        expect(fields.filter((path) => accepts(changed(sample, path, undefined)))).toEqual([]);
      }
    });
    test('only tokenReputation may be null', () => {
      for (const sample of full[name] ?? []) {
        const [nullable, others] = [true, false].map((is) =>
          getPaths(sample).filter((path) => (path.at(-1) === 'tokenReputation') === is),
        );
        expect(others?.filter((path) => accepts(changed(sample, path, null)))).toEqual([]);
        expect(nullable?.filter((path) => !accepts(changed(sample, path, null)))).toEqual([]);
      }
    });
  });
  test('an unknown ercType is rejected', () => {
    expect(schemas.ContractMetadata?.safeParse({ address: '0x', ercType: 'ERC-777' }).success).toBe(false);
  });
});

/** Unions that the contract does not name. */
const UNNAMED = ['ContractMetadata', 'NftToken'];
const ours: Record<string, Schema> = openapiDocument().components.schemas;

interface Schema {
  readonly $ref?: string;
  readonly type?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}
const getName = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1);
/** The constraints of a JSON schema, normalized: references by name, sets sorted. */
function getShape({ $ref, type, required, properties, items, anyOf, oneOf, ...rest }: Schema): unknown {
  if ($ref) return UNNAMED.includes(getName($ref)) ? getShape(ours[getName($ref)] ?? {}) : getName($ref);
  const values = rest.const === undefined ? rest.enum : [rest.const];
  const [inner, other] = anyOf ?? [];
  // The contract inlines nullable values.
  const named = inner?.$ref === undefined ? inner : ours[getName(inner.$ref)];
  if (named && other?.type === 'null')
    return getShape({ ...named, type: [named.type, 'null'], enum: [...(named.enum ?? []), null] });
  return {
    type,
    required: required?.toSorted(),
    properties: properties && Object.fromEntries(Object.entries(properties).map(([key, of]) => [key, getShape(of)])),
    items: items && getShape(items),
    values: values?.toSorted(),
    // The contract uses oneOf and anyOf interchangeably.
    variants: (oneOf ?? anyOf)?.map(getShape),
  };
}

const CONTRACT = '../shared/reference/contract/openapi.yaml';
/** Belongs to the native balance endpoint, and has one field more than the contract. */
const ELSEWHERE = 'NativeTokenBalance';
/** Absent from the contract, which cannot express that required decimals are unread. */
const ADDED: readonly string[] = ['decimalsMissing'];
const withoutAdded = ({ properties, ...rest }: Schema): Schema => ({
  ...rest,
  ...(properties
    ? { properties: Object.fromEntries(Object.entries(properties).filter(([key]) => !ADDED.includes(key))) }
    : {}),
});

describeIf(existsSync(CONTRACT), `needs ${CONTRACT}`)('schemas match the public contract', () => {
  const theirs = existsSync(CONTRACT) ? contractSchemas() : {};
  /** These components, and all components that they refer to in the contract. */
  const reached = new Set(names.filter((name) => !UNNAMED.includes(name)));
  for (const name of reached)
    for (const [, ref = ''] of JSON.stringify(theirs[name] ?? {}).matchAll(/"\$ref":"([^"]+)"/g))
      if (getName(ref) !== ELSEWHERE) reached.add(getName(ref));

  test('operationIds match the contract', () => {
    const wanted = contractOperations();
    const shared = Object.entries(openapiDocument().paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { operationId }]) => {
        const id = wanted.get(`${method} ${path}`);
        return id === undefined ? [] : [{ operationId, id }];
      }),
    );
    expect(shared.length).toBeGreaterThan(35);
    expect(shared.filter(({ operationId, id }) => operationId !== id)).toEqual([]);
  });
  test('the traversal reaches components that are not exported', () => {
    for (const name of ['CurrencyCode', 'Erc1155TokenMetadata', 'ResourceLinkType', 'UnknownContract'])
      expect(reached).toContain(name);
  });
  test.each([...reached])('%s: fields, required fields, types and enums match the contract', (name) => {
    expect(theirs[name]).toBeDefined();
    expect(getShape(withoutAdded(ours[name] ?? {}))).toEqual(getShape(theirs[name] ?? {}));
  });
});

/** The operationIds of the contract, by method and path. */
function contractOperations(): Map<string, string> {
  const found = new Map<string, string>();
  let [path, method] = ['', ''];
  for (const line of readFileSync(CONTRACT, 'utf8').split('\n')) {
    path = /^ {2}(\/\S+):$/.exec(line)?.[1] ?? path;
    method = /^ {4}(get|post|patch|delete):$/.exec(line)?.[1] ?? method;
    const [, id] = /^ {6}operationId: (\S+)$/.exec(line) ?? [];
    if (id) found.set(`${method} ${path}`, id);
  }
  return found;
}

function contractSchemas(): Record<string, Schema> {
  const [, section = ''] = /^ {2}schemas:\n((?: {4}.*\n)+)/m.exec(readFileSync(CONTRACT, 'utf8')) ?? [];
  return readYaml(section) as Record<string, Schema>;
}
