import { MessageChannel } from 'node:worker_threads';
import { readAssembly } from '../../../local/assembly';
import { createFunctions } from '../../../local/lambda/functions';
import { createLogLines } from '../../../local/prometheus/log-lines';
import { createMetrics } from '../../../local/prometheus/metrics';
import { loadResources } from '../../../local/resources';
import { parseScrape } from '../../support/prometheus/parse';
import { folder, functionResource, removeFolders, writeAssembly } from '../support/assembly';

const modules = {
  counts: `const line = (Done) => JSON.stringify({
      _aws: { CloudWatchMetrics: [{ Namespace: 'Jobs', Dimensions: [[]], Metrics: [{ Name: 'Done', Unit: 'Count' }] }] },
      Done,
    }) + '\\n';
    export const handler = async ({ then }) => {
      process.stdout.write(line(2));
      console.log('a line without metrics');
      process.stdout.write(line(3));
      process.stdout.write(JSON.stringify({ message: 'batch done', good: 7 }) + '\\n');
      if (then === 'throw') throw new Error('thrown');
      if (then === 'exit') process.exit(1);
      while (then === 'hang');
    };`,
};

describe('metrics of functions', () => {
  const SENT = { name: 'sent_total', type: 'counter', help: 'Sent.' } as const;
  const metrics = createMetrics();
  const lines = createLogLines(metrics, [{ metric: SENT, message: 'batch done', label: 'as', fields: ['good'] }]);
  const assembly = readAssembly(
    writeAssembly({ app: { Resources: { Counts: functionResource('counts', { Timeout: 2 }) } } }, modules),
  );
  const url = 'http://127.0.0.1:1';
  const functions = createFunctions(loadResources(assembly, url), assembly.assets, {
    endpoints: { dynamodb: url, storage: url, control: url },
    connect: () => new MessageChannel().port1,
    logs: folder(),
    token: 'token',
    metrics,
    lines,
  });
  afterAll(async () => {
    await functions.stop();
    removeFolders();
  });

  test.each(['return', 'throw', 'exit', 'hang'])(
    'every metric of an invocation is counted once by its end, also if it ends by: %s',
    async (then) => {
      const read = () => {
        const scrape = parseScrape(metrics.text());
        const of = { function: 'app-Counts' };
        return {
          done: scrape.sum('jobs_done_total') ?? 0,
          sent: scrape.sum('sent_total', { as: 'good' }) ?? 0,
          errors: scrape.sum('lambda_errors_total', of) ?? 0,
          runs: scrape.sum('lambda_duration_seconds_count', of) ?? 0,
        };
      };
      const before = read();
      const ended = await functions
        .find('app-Counts')
        .invoke({ then }, 'async')
        .then(
          () => 'return',
          () => 'fail',
        );
      expect(read()).toEqual({
        done: before.done + 5,
        sent: before.sent + 7,
        errors: before.errors + (then === 'return' ? 0 : 1),
        runs: before.runs + 1,
      });
      expect(ended).toBe(then === 'return' ? 'return' : 'fail');
    },
  );
});
