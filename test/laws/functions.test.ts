import { readdirSync, readFileSync } from 'node:fs';
import { entryPointOf, functions } from '../../lambdas/contract/functions';
import { rpcRoutes } from '../../lambdas/contract/node-rpc/routes';
import { endpoints } from '../../lambdas/contract/registry';

const sorted = (values: Iterable<string>) => [...new Set(values)].toSorted();

describe('background functions', () => {
  test('each has an entry point, and each entry point is declared', () => {
    const found = ['indexer', 'webhooks', 'exports', 'node-rpc'].flatMap((capability) =>
      readdirSync(`lambdas/${capability}`)
        .map((file) => `lambdas/${capability}/${file}`)
        .filter((file) => file.endsWith('.ts') && /^export .*\bhandler\b/m.test(readFileSync(file, 'utf8'))),
    );
    const declared = [...functions.map(entryPointOf), ...rpcRoutes.map(({ file }) => `lambdas/node-rpc/${file}.ts`)];
    // Chains that are alone are followed by the same code.
    expect(sorted(declared)).toEqual(found.toSorted());
  });
  test('names are unique', () => {
    const ids = functions.flatMap(({ id, schedule, alarms = [] }) => [
      id,
      ...(schedule ? [schedule.id] : []),
      ...alarms.map((alarm) => alarm.id),
    ]);
    expect(ids.toSorted()).toEqual(sorted(ids));
    const queues = functions.flatMap(({ queue }) => (queue?.name ? [queue.name] : []));
    expect(queues.toSorted()).toEqual(sorted(queues));
  });
  test.each(functions.map((spec) => [spec.id, spec] as const))(
    '%s is triggered by a queue or a schedule, or is a step of the state machine',
    (_, spec) => {
      expect([spec.queue, spec.schedule, spec.step].filter(Boolean)).toHaveLength(1);
    },
  );
  test('every queue that is sent to has a consumer, and vice versa', () => {
    const sent = [
      ...functions.flatMap(({ uses }) => uses.sends ?? []),
      ...endpoints.flatMap(({ uses }) => uses.queue ?? []),
    ];
    expect(sorted(functions.flatMap(({ queue }) => (queue?.name ? [queue.name] : [])))).toEqual(sorted(sent));
  });
  test('a queue without a name is filled by the bus', () => {
    for (const { queue } of functions) if (queue && !queue.name) expect(queue.blockEvents).toBeDefined();
  });
});
