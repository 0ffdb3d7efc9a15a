import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { functions } from '../../lambdas/app/contract/functions';
import { endpoints } from '../../lambdas/app/contract/registry';
import { Config } from '../../lambdas/core/contract/config';
import { getBundle, getEntryPoint, getFile, getFunction, getRoute } from '../../lambdas/core/contract/endpoint';
import { PLANS } from '../../lambdas/core/contract/plans';
import { toLiteral } from '../../lambdas/core/table/key';
import { type EntityName, type EntitySpec, entities, SHARED_KEYS, TABLE } from '../../lambdas/core/table/schema';

describe('the registry', () => {
  test.each(endpoints.map((e) => [e.id, e] as const))(
    '%s has a handler file that implements it, and a test',
    (_, endpoint) => {
      const file = `lambdas/${getFile(endpoint)}.ts`;
      expect(existsSync(file)).toBe(true);
      expect(readFileSync(file, 'utf8')).toContain(`implement(${endpoint.aliasOf ?? endpoint.id}`);
      expect(existsSync(`test/${getFile(endpoint)}.test.ts`)).toBe(true);
    },
  );
  test('every handler file belongs to an endpoint', () => {
    const folders = [...new Set(endpoints.map(({ folder }) => folder))];
    const handlers = folders.flatMap((folder) =>
      readdirSync(`lambdas/${folder}`)
        .filter((file) => file.endsWith('.ts') && file !== 'implement.ts')
        .map((file) => `${folder}/${file.slice(0, -3)}`),
    );
    expect(handlers.toSorted()).toEqual(
      [...new Set([...endpoints.map(getFile), ...shared.map(getEntryPoint)])].toSorted(),
    );
  });
  const shared = endpoints.filter(({ sharedFunction }) => sharedFunction !== undefined);
  test('endpoints that share a function have the same resource, uses and access, and another name', () => {
    const ids = new Set(endpoints.map(({ id }) => id));
    for (const [name, own] of Map.groupBy(shared, getFunction)) {
      expect([name, ids.has(name), own.length > 1]).toEqual([name, false, true]);
      expect(new Set(own.map(({ resource, uses, access }) => JSON.stringify({ resource, uses, access }))).size).toBe(1);
    }
  });
  test.each(endpoints.flatMap(({ id, aliasOf }) => (aliasOf === undefined ? [] : [[id, aliasOf] as const])))(
    '%s uses the bundle of %s, and differs only in name, path and documentation',
    (id, original) => {
      const [alias, own] = [id, original].map((name) => endpoints.find((one) => one.id === name));
      if (!alias || !own) throw new Error(`${id} or ${original} is not registered`);
      expect([getBundle(alias), getEntryPoint(alias)]).toEqual([getBundle(own), getEntryPoint(own)]);
      const { id: _i, path: _p, tag: _t, weight: _w, deprecated: _d, operationId: _o, aliasOf: _a, ...same } = alias;
      expect(own).toMatchObject(same);
    },
  );
  test.each(shared.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s is routed by its shared function',
    async (_, endpoint) => {
      const { handler } = (await import(`../../lambdas/${getEntryPoint(endpoint)}`)) as {
        handler: { byRoute: ReadonlyMap<string, unknown> };
      };
      const { handler: own } = (await import(`../../lambdas/${getFile(endpoint)}`)) as { handler: object };
      expect(handler.byRoute.get(`${endpoint.method} ${getRoute(endpoint)}`)).toBe(own);
    },
  );
  test('ids and routes are unique', () => {
    expect(new Set(endpoints.map((e) => e.id)).size).toBe(endpoints.length);
    expect(new Set(endpoints.map((e) => `${e.method} ${getRoute(e)}`)).size).toBe(endpoints.length);
  });
  test('sibling path variables have the same name, as API Gateway requires', () => {
    const names = new Map<string, string>();
    for (const path of endpoints.map(getRoute))
      for (const [i, segment] of path.split('/').entries()) {
        if (!segment.startsWith('{')) continue;
        const parent = path.split('/').slice(0, i).join('/');
        expect([parent, names.get(parent) ?? segment]).toEqual([parent, segment]);
        names.set(parent, segment);
      }
  });
});

describe('the plans', () => {
  const { plans } = Config.parse({});
  test('every limit rises from anonymous to pro', () => {
    for (const limit of Object.keys(plans.pro) as (keyof typeof plans.pro)[]) {
      const values = PLANS.map((plan) => plans[plan][limit]);
      expect(values).toEqual([...new Set(values)].toSorted((a, b) => a - b));
    }
  });
});

describe('the table', () => {
  const getGroup = (name: string) => SHARED_KEYS.find((group) => group.some((one) => one === name))?.[0] ?? name;
  const keys = Object.entries(entities).flatMap(([name, entity]) =>
    [['pk', entity.pk], ...Object.entries(entity).filter(([index]) => index in TABLE.indexes)].map(([place, key]) => ({
      owner: `${getGroup(name)} ${place}`,
      literal: toLiteral(Array.isArray(key) ? String(key[0]) : String(key)),
    })),
  );
  test('every partition key begins with its own literal, and no literal is a prefix of another', () => {
    for (const { literal } of keys) expect(literal).toMatch(/^[a-z]+#$/);
    for (const a of keys)
      for (const b of keys) expect([a, b, b.literal.startsWith(a.literal)]).toEqual([a, b, a.owner === b.owner]);
  });
  test('entities that share a partition key have distinct sort key prefixes', () => {
    for (const group of SHARED_KEYS) {
      const starts = group.map((name) => (entities[name].sk as string).slice(0, 2));
      expect(new Set(starts).size).toBe(group.length);
    }
  });
  test('every row of one block of an EVM chain has a family, so that it can be derived again', () => {
    const ofChains = Object.entries<EntitySpec>(entities).filter(([, { owner }]) =>
      ['evm', 'tokens', 'traces', 'teleporter'].includes(owner),
    );
    const isOfBlock = ({ pk, sk }: EntitySpec) => sk.includes('{block:10}') || pk.includes('{hash}');
    const named = (test: (spec: EntitySpec) => boolean) =>
      ofChains.filter(([, spec]) => test(spec)).map(([name]) => name);
    expect(named((spec) => isOfBlock(spec) !== (spec.family !== undefined))).toEqual([]);
    for (const { pk, sk, gsi1, gsi2, gsi3 } of ofChains.flatMap(([, spec]) => (spec.family ? spec : []))) {
      // Events of both chains of a message share a partition.
      for (const template of [pk.includes('{chain}') ? pk : sk, gsi1?.[0]])
        if (template) expect(template).toMatch(/^[a-z]+#\{chain\}/);
      if (gsi2) expect(gsi2[0]).toMatch(/^[a-z]+#\{network\}$/);
      expect(gsi3).toBeUndefined();
    }
  });
});

test('whoever reads rows with two copies may read the cursor, which says which copy is in use', () => {
  const isCopied = (name: EntityName) => (entities[name] as EntitySpec).family !== undefined;
  const without = [...functions, ...endpoints].filter(({ uses: { reads = [] } }) => {
    const names: readonly EntityName[] = reads;
    return names.some(isCopied) && !names.includes('Cursor');
  });
  expect(without.map(({ id }) => id)).toEqual([]);
});

describe('the owners of entities', () => {
  const names = Object.keys(entities) as EntityName[];
  const ownerOf = (name: EntityName) => entities[name].owner;
  test('every entity has an owner, and is written by a function or an endpoint', () => {
    expect(names.filter((name) => !ownerOf(name))).toEqual([]);
    const written = new Set([
      ...functions.flatMap(({ uses }) => uses.writes ?? []),
      ...endpoints.flatMap(({ uses }) => uses.writes ?? []),
    ]);
    expect(names.filter((name) => !written.has(name))).toEqual([]);
  });
  test.each(functions.map((spec) => [spec.id, spec] as const))(
    '%s writes entities of exactly its declared owners',
    (_, { owners, uses: { writes = [] } }) => {
      expect([...new Set(writes.map(ownerOf))].toSorted()).toEqual(owners.toSorted());
    },
  );
  test('an endpoint writes only entities that its resource owns', () => {
    for (const { id, resource, uses } of endpoints)
      for (const name of uses.writes ?? []) expect([id, name, ownerOf(name)]).toEqual([id, name, resource]);
  });
});
