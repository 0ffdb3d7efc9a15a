import * as openRpcMeta from '@open-rpc/meta-schema';
import Ajv from 'ajv';
import { rpcMethods } from '../../../lambdas/node-rpc/contract/registry';
import { createRpc } from '../../../lib/openrpc';
import { ANSWERS } from '../../support/node-rpc/answers';

const document = createRpc([{ network: 'mainnet' }, { network: 'fuji' }]);
/** The document as served. */
const served = JSON.parse(JSON.stringify(document)) as Record<string, unknown>;
const newAjv = () => new Ajv({ strict: false, validateFormats: false });
const JSON_SCHEMA = 'https://meta.json-schema.tools';
/** The meta schema of OpenRPC, with JSON Schema draft 7 for schemas. */
function metaSchema() {
  const ajv = newAjv();
  ajv.addSchema({ $id: JSON_SCHEMA, $ref: 'http://json-schema.org/draft-07/schema#' });
  // The types lack a value that the package exports.
  const { openrpcDocument } = openRpcMeta as unknown as { readonly openrpcDocument: object };
  const text = JSON.stringify(openrpcDocument)
    .replaceAll(`{"$ref":"${JSON_SCHEMA}/#/definitions/JSONSchemaObject/properties/$ref"}`, '{"type":"string"}')
    .replaceAll(`${JSON_SCHEMA}/`, JSON_SCHEMA);
  const { $schema: _, ...schema } = JSON.parse(text) as Record<string, unknown>;
  return ajv.compile(schema);
}

describe('the OpenRPC document', () => {
  test('the document is valid under the OpenRPC meta schema', () => {
    const validate = metaSchema();
    expect([validate(served), validate.errors]).toEqual([true, null]);
    // The meta schema also checks methods, parameters and schemas.
    for (const [from, to] of [
      ['"paramStructure":"by-name"', '"paramStructure":"by-hand"'],
      ['"required":true', '"required":"yes"'],
      ['"type":"string"', '"type":"text"'],
      ['"openrpc":"1.3.2"', '"openrpc":"9"'],
    ] as const)
      expect([to, validate(JSON.parse(JSON.stringify(served).replace(from, to)))]).toEqual([to, false]);
  });
  test('the document has every registered method once, and only read methods without keys', () => {
    const names = document.methods.map(({ name }) => name);
    expect(names).toEqual(rpcMethods.map(({ name }) => name));
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(30);
    expect(names.filter((name) => !/^platform\.(get|validate|sample)/.test(name))).toEqual([]);
    expect(JSON.stringify(served)).not.toMatch(/issueTx|exportKey|importKey|createAddress/i);
  });
  test('the document refers only to defined errors, and lists a server per network', () => {
    const refs = [...JSON.stringify(served).matchAll(/"\$ref":"#\/components\/errors\/([^"]+)"/g)].map(
      ([, name]) => name,
    );
    expect(refs.length).toBeGreaterThan(0);
    for (const name of refs) expect(Object.keys(document.components.errors)).toContain(name);
    expect(document.servers.map(({ url }) => url)).toEqual(['./ext/bc/P', './mainnet/ext/bc/P', './fuji/ext/bc/P']);
  });
  test('required parameters come first, and each name is unique', () => {
    for (const { name, params } of document.methods) {
      const required = params.map((param) => param.required);
      expect([name, required]).toEqual([name, required.toSorted((one, other) => Number(other) - Number(one))]);
      expect(new Set(params.map((param) => param.name.toLowerCase())).size).toBe(params.length);
    }
  });
  test('every method and every parameter has a description', () => {
    for (const { name, summary, description, params } of document.methods) {
      expect([name, summary, description]).toEqual([
        name,
        expect.stringMatching(/\w/),
        expect.stringMatching(/may be cached/),
      ]);
      for (const param of params)
        expect([name, param]).toEqual([
          name,
          expect.objectContaining({ schema: expect.objectContaining({ description: expect.stringMatching(/\w/) }) }),
        ]);
    }
  });
});

describe('the result schemas', () => {
  const ajv = newAjv();
  const validators = new Map(document.methods.map(({ name, result }) => [name as string, ajv.compile(result.schema)]));
  /** Answers by method. Add newly recorded ones here. */
  const answers = Object.entries(ANSWERS);
  // Validators accept numbers above 2^53 as integers even if digits are lost.
  const parsed = (answer: unknown): unknown =>
    JSON.parse(JSON.stringify(answer, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)));

  test('a result schema exists for exactly the methods with recorded answers', () => {
    expect(Object.keys(ANSWERS).toSorted()).toEqual([...validators.keys()].toSorted());
  });
  test.each(answers)('the schema of %s accepts the answers of a node', (method, given) => {
    const validate = validators.get(method);
    for (const answer of given) expect([validate?.(parsed(answer)), validate?.errors]).toEqual([true, null]);
  });
  test.each(answers.filter(([method]) => method !== 'platform.getValidatorsAt'))(
    'the schema of %s rejects other values',
    (method) => {
      for (const other of [null, {}, [], 'x', { unknown: 1 }])
        expect([other, validators.get(method)?.(other)]).toEqual([other, false]);
    },
  );
  test('the schema of platform.getValidatorsAt rejects other values', () => {
    for (const other of [null, [], { 'NodeID-1': { weight: 5 } }])
      expect(validators.get('platform.getValidatorsAt')?.(other)).toBe(false);
  });
  test('the schema of the fee state accepts only non-negative integers, with units or without', () => {
    const validate = validators.get('platform.getValidatorFeeState');
    const bare = { excess: 1, price: 2, timestamp: '2026-11-23T10:15:30Z' };
    const gas = { value: 1, unit: 'gas' };
    const united = { ...bare, excess: gas, price: { value: 2, unit: 'nAVAX/s' } };
    for (const other of [
      { ...bare, excess: '1' },
      { ...bare, price: 1.5 },
      { ...bare, excess: -1 },
    ])
      expect([other, validate?.(other)]).toEqual([other, false]);
    for (const other of [
      { ...united, price: gas },
      { ...united, excess: { value: '1', unit: 'gas' } },
    ])
      expect([other, validate?.(other)]).toEqual([other, false]);
    expect([validate?.(bare), validate?.(united)]).toEqual([true, true]);
  });
});
