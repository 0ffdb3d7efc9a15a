import { readdirSync, readFileSync } from 'node:fs';
import { functions, getEntryPoint } from '../../lambdas/app/contract/functions';
import { endpoints } from '../../lambdas/app/contract/registry';
import { getEntryPoint as entryPointOfEndpoint, getFile } from '../../lambdas/core/contract/endpoint';
import { rpcRoutes } from '../../lambdas/node-rpc/contract/routes';
import { files } from '../support/sources/imports';

const AUTHORIZER = 'lambdas/core/http/authorizer.ts';
const sorted = (values: Iterable<string>) => [...new Set(values)].toSorted();

describe('the background functions', () => {
  test('every background function has an entry point, and every entry point is declared', () => {
    const ofEndpoints = new Set([...endpoints.map(getFile), ...endpoints.map(entryPointOfEndpoint)]);
    const found = files('lambdas')
      .filter((file) => /^export .*\bhandler\b/m.test(readFileSync(file, 'utf8')))
      .filter((file) => !ofEndpoints.has(file.replace(/^lambdas\/|\.ts$/g, '')) && file !== AUTHORIZER);
    const declared = [...functions.map(getEntryPoint), ...rpcRoutes.map(({ file }) => `lambdas/${file}.ts`)];
    // FollowAlone has the entry point of Follow.
    expect(sorted(declared)).toEqual(found.toSorted());
  });
  test('the IDs of functions, schedules and alarms, and the names of queues, are unique', () => {
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
    '%s has exactly one trigger: a queue, a schedule or the state machine',
    (_, spec) => {
      expect([spec.queue, spec.schedule, spec.step].filter(Boolean)).toHaveLength(1);
    },
  );
  test('metrics of alarms over all chains are emitted with metricsForAlarms', () => {
    const perChain = functions
      .flatMap(({ alarms = [] }) => alarms)
      .filter(({ scope, metric }) => scope !== 'service' && metric !== 'lagSeconds')
      .map(({ metric }) => metric);
    const measured = readdirSync('lambdas', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => {
        const text = readFileSync(`lambdas/${file}`, 'utf8');
        return [...text.matchAll(/(\w+)\.addMetric\(METRIC\.(\w+)/g)].map(([, variable, metric], i) => {
          // Its last declaration before the use.
          const before = text.slice(0, [...text.matchAll(/\w+\.addMetric\(METRIC\./g)][i]?.index);
          const [, opened = ''] = [...before.matchAll(new RegExp(`const ${variable} = (\\w+)\\(`, 'g'))].at(-1) ?? [];
          return { metric, opened };
        });
      });
    for (const metric of new Set(perChain)) {
      const where = measured.filter((one) => one.metric === metric);
      expect([metric, where.length]).not.toEqual([metric, 0]);
      for (const { opened } of where) expect([metric, opened]).toEqual([metric, 'metricsForAlarms']);
    }
  });
  test('every queue that is sent to has a consumer, and vice versa', () => {
    const sent = [
      ...functions.flatMap(({ uses }) => uses.sends ?? []),
      ...endpoints.flatMap(({ uses }) => uses.queue ?? []),
    ];
    expect(sorted(functions.flatMap(({ queue }) => (queue?.name ? [queue.name] : [])))).toEqual(sorted(sent));
    // A queue without a name is fed by an AWS service.
    for (const { id, queue } of functions)
      if (queue) expect([id, Boolean(queue.name ?? queue.fedBy)]).toEqual([id, true]);
  });
});
