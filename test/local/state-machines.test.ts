import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readAssembly } from '../../local/assembly';
import { getRoles } from '../../local/iam/roles';
import { checkWiring } from '../../local/iam/wiring';
import type { Functions } from '../../local/lambda/functions';
import { FunctionError } from '../../local/lambda/pool';
import { createMetrics } from '../../local/prometheus/metrics';
import { loadResources } from '../../local/resources';
import { writeState } from '../../local/state-file';
import { createStateMachines, ExecutionAlreadyExists } from '../../local/state-machines';
import { eventually } from '../support/eventually';
import { parseScrape } from '../support/prometheus/parse';
import { folder, functionResource, ROLE, removeFolders, roleResources, writeAssembly } from './support/assembly';

afterAll(removeFolders);

/** Resolved by `Fn::Sub`. */
const JOB = `\${Job.Arn}`;
const TASK = { Type: 'Task', Resource: JOB, End: true };
/** A machine of one task, or of these states. */
const machine = (States: object = { Work: TASK }, StartAt = 'Work') => ({
  Type: 'AWS::StepFunctions::StateMachine',
  Properties: {
    StateMachineName: 'steps',
    RoleArn: ROLE,
    DefinitionString: { 'Fn::Sub': JSON.stringify({ StartAt, States }) },
  },
});
const MACHINE = 'arn:aws:states:us-east-1:000000000000:stateMachine:steps';

/** A state machine with this function. */
function world(run: (input: unknown) => unknown, resource = machine(), file = join(folder(), 'executions.json')) {
  const assembly = readAssembly(
    writeAssembly({ app: { Resources: { Job: functionResource('job'), Machine: resource } } }),
  );
  const metrics = createMetrics();
  const machines = createStateMachines(loadResources(assembly, 'http://127.0.0.1:1'), file, metrics);
  const functions = { find: () => ({ invoke: async (input: unknown) => run(input) }) } as unknown as Functions;
  const executions = () =>
    parseScrape(metrics.text())
      .find('states_executions_total', { machine: 'steps' })
      .map(({ labels, value }) => [labels.status, value]);
  return { machines, functions, file, executions, begin: () => machines.begin(functions) };
}
const execution = (name: string, input = '{"n":1}') => ({ machine: MACHINE, name, input });

describe('state machines', () => {
  test('executions are counted by how they end', async () => {
    const muted = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { machines, begin, executions } = world((input) => {
      if ((input as { n: number }).n === 2) throw new Error('failed');
    });
    const counted = (succeeded: number, failed: number) =>
      expect(executions()).toEqual([
        ['succeeded', succeeded],
        ['failed', failed],
      ]);
    counted(0, 0);
    begin();
    machines.start(execution('a'));
    machines.start(execution('b'));
    machines.start(execution('c', '{"n":2}'));
    await eventually(async () => counted(2, 1));
    muted.mockRestore();
  });

  test('an execution passes its input to its functions, and a failed task has the error and cause of Lambda', async () => {
    const seen: unknown[] = [];
    const states = {
      Work: {
        ...{ Type: 'Task', Resource: JOB, ResultPath: '$.done', Next: 'End' },
        Catch: [{ ErrorEquals: ['Odd'], ResultPath: '$.failure', Next: 'End' }],
      },
      End: TASK,
    };
    const { machines, begin } = world((input) => {
      seen.push(input);
      if (seen.length === 1) throw new FunctionError('error', 'Odd', 'it is odd');
      return { ok: true };
    }, machine(states));
    begin();
    machines.start(execution('a'));
    await wait(50);
    expect(machines.transitions()).toBe(2);
    expect(seen).toEqual([
      { n: 1 },
      { n: 1, failure: { Error: 'Odd', Cause: '{"errorType":"Odd","errorMessage":"it is odd"}' } },
    ]);
  });
  test('only the last 5,000 names are kept, and the name of a running execution stays taken', async () => {
    const file = join(folder(), 'executions.json');
    const names = Array.from({ length: 5_000 }, (_, i) => `${MACHINE}:old ${i}`);
    writeState(file, { running: [], names });
    const { machines, begin } = world(() => wait(1_000), machine(), file);
    begin();
    expect(() => machines.start(execution('old 0'))).toThrow(ExecutionAlreadyExists);
    machines.start(execution('new'));
    const stored = JSON.parse(readFileSync(file, 'utf8')) as { names: string[] };
    expect([stored.names.length, stored.names[0], stored.names.at(-1)]).toEqual([5_000, names[1], `${MACHINE}:new`]);
    expect(() => machines.start(execution('new', '{"n":2}'))).toThrow(ExecutionAlreadyExists);
    machines.stop();
  });
  test('a crash is caught as Lambda.Unknown regardless of its error type', async () => {
    const seen: unknown[] = [];
    const states = { Work: { ...TASK, Catch: [{ ErrorEquals: ['Lambda.Unknown'], Next: 'End' }] }, End: TASK };
    const { machines, begin } = world((input) => {
      seen.push(input);
      if (seen.length === 1) throw new FunctionError('crash', 'Runtime.ExitError', 'x');
      return {};
    }, machine(states));
    begin();
    machines.start(execution('a'));
    await wait(50);
    expect(seen).toHaveLength(2);
  });
  test('a name is used once, and starting it again with the same input while it runs is a no-op', async () => {
    let runs = 0;
    let finish = () => {};
    const { machines, begin } = world(() => {
      runs += 1;
      return new Promise((resolve) => {
        finish = () => resolve({});
      });
    });
    begin();
    machines.start(execution('a'));
    machines.start(execution('a'));
    expect(() => machines.start(execution('a', '{"n":2}'))).toThrow(ExecutionAlreadyExists);
    await wait(20);
    finish();
    await wait(20);
    expect(() => machines.start(execution('a'))).toThrow(ExecutionAlreadyExists);
    expect(runs).toBe(1);
  });
  test('an unfinished execution starts again after a restart, and a finished one does not', async () => {
    const before = world((input) => ((input as { n: number }).n === 1 ? new Promise(() => {}) : {}));
    before.begin();
    before.machines.start(execution('endless'));
    before.machines.start(execution('short', '{"n":2}'));
    await wait(50);
    before.machines.stop();
    expect(existsSync(before.file)).toBe(true);
    const seen: unknown[] = [];
    const after = world((input) => seen.push(input), machine(), before.file);
    after.begin();
    await wait(50);
    expect(seen).toEqual([{ n: 1 }]);
    expect(() => after.machines.start(execution('short', '{"n":2}'))).toThrow(ExecutionAlreadyExists);
  });
  test('an unsupported task and an unknown machine are rejected', () => {
    const other = { Work: { Type: 'Task', Resource: 'arn:aws:states:::sns:publish', End: true } };
    expect(() => world(() => ({}), machine(other))).toThrow(
      'app/Machine: the local runner only supports Lambda tasks; Work is arn:aws:states:::sns:publish.',
    );
    const { machines } = world(() => ({}));
    expect(() => machines.start({ ...execution('a'), machine: 'arn:other' })).toThrow('no state machine arn:other');
  });
  test('an invalid definition fails its execution without stopping the runner', async () => {
    const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { machines, begin } = world(() => ({}), machine({ Work: { Type: 'Odd' } }));
    begin();
    machines.start(execution('a'));
    while (said.mock.calls.length === 0) await wait(5);
    expect(said.mock.calls[0]?.join(' ')).toMatch(/Execution a failed: .*definition/i);
    expect(() => machines.start(execution('a'))).toThrow(ExecutionAlreadyExists);
    said.mockRestore();
  });
  test('a role that may not invoke the functions is rejected at the start', () => {
    const check = (role: object) => {
      const Resources = { ...role, Job: functionResource('job'), Machine: machine() };
      const resources = loadResources(readAssembly(writeAssembly({ app: { Resources } })), 'http://127.0.0.1:1');
      checkWiring(resources, getRoles(resources));
    };
    expect(() => check({})).not.toThrow();
    expect(() => check(roleResources([{ Effect: 'Allow', Action: 'sqs:*', Resource: '*' }]))).toThrow(
      'app/Machine needs lambda:InvokeFunction on',
    );
  });
});
