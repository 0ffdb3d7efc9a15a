import { ExecutionAlreadyExists, type StartExecutionCommand } from '@aws-sdk/client-sfn';
import { ENV } from '../../../lambdas/core/contract/env';
import { createStateMachine } from '../../../lambdas/exports/files/state-machine';
import { CALLER, says, scriptedAws, stopScripted } from '../../support/tables/scripted-aws';

const { env } = process;
beforeEach(() => {
  process.env = { ...env };
});
afterEach(() => {
  process.env = env;
  stopScripted();
});

const named = (name: string) => Object.assign(new Error('x'), { name });

/** A state machine with this outcome of each start. */
function machine(outcome: () => unknown) {
  const send = jest.fn(async (_: StartExecutionCommand) => outcome());
  return { ...createStateMachine('arn:machine', { send } as never), send };
}

describe('the start of an execution', () => {
  test('an execution has the name of its operation, so that it starts once', async () => {
    const { start, send } = machine(() => ({}));
    await start('the-id', { owner: 'a', operationId: 'the-id' });
    expect(send.mock.calls.map(([{ input }]) => input)).toEqual([
      { stateMachineArn: 'arn:machine', name: 'the-id', input: '{"owner":"a","operationId":"the-id"}' },
    ]);
  });
  test('starting an existing execution is a no-op, and other errors are thrown', async () => {
    const fail = (error: Error) => () => {
      throw error;
    };
    const exists = new ExecutionAlreadyExists({ message: 'x', $metadata: {} });
    await expect(machine(fail(exists)).start('a', {})).resolves.toBeUndefined();
    await expect(machine(fail(named('ThrottlingException'))).start('a', {})).rejects.toMatchObject({
      name: 'ThrottlingException',
    });
  });
});

test('a reused operation ID after months starts another execution', async () => {
  const { asked, endpoint } = await scriptedAws(says({}), says({}), says({}));
  Object.assign(process.env, {
    AWS_REGION: 'eu-west-1',
    AWS_ENDPOINT_URL_SFN: endpoint,
    AWS_ACCESS_KEY_ID: CALLER.accessKeyId,
    AWS_SECRET_ACCESS_KEY: CALLER.secretAccessKey,
    [ENV.exportMachine]: 'arn:machine',
  });
  const { handler } = await import('../../../lambdas/exports/workers/start-export');
  const record = (createdAt: number) => ({
    ...{ messageId: String(createdAt), body: JSON.stringify({ owner: 'a', operationId: 'the-id', createdAt }) },
  });
  const answer = await handler({ Records: [record(1), record(1), record(2)] } as never);
  const started = asked.map(({ body }) => (JSON.parse(body) as { name: string }).name);
  expect([answer.batchItemFailures, started.toSorted()]).toEqual([[], ['the-id-1', 'the-id-1', 'the-id-2']]);
});
