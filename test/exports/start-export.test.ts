import { SFNClient } from '@aws-sdk/client-sfn';
import { openStateMachine } from '../../lambdas/adapters/aws/state-machine';
import { ENV } from '../../lambdas/contract/env';

const before = process.env[ENV.exportMachine] ?? '';
afterEach(() => {
  jest.restoreAllMocks();
  process.env[ENV.exportMachine] = before;
});

const named = (name: string) => Object.assign(new Error('x'), { name });

/** A state machine whose starts end like this. */
function machine(outcome: () => unknown) {
  const client = new SFNClient({ region: 'us-east-1' });
  const send = jest.spyOn(client, 'send').mockImplementation((async () => outcome()) as never);
  return { ...openStateMachine('arn:machine', client), send };
}

describe('starting an execution', () => {
  test('it has the name of the operation, so that it is started once', async () => {
    const { start, send } = machine(() => ({}));
    await start('the-id', { owner: 'a', operationId: 'the-id' });
    const [[command] = []] = send.mock.calls;
    expect(command?.input).toEqual({
      stateMachineArn: 'arn:machine',
      name: 'the-id',
      input: '{"owner":"a","operationId":"the-id"}',
    });
  });
  test('one that was started before is no failure; anything else is', async () => {
    const fail = (name: string) => () => {
      throw named(name);
    };
    await expect(machine(fail('ExecutionAlreadyExists')).start('a', {})).resolves.toBeUndefined();
    await expect(machine(fail('ThrottlingException')).start('a', {})).rejects.toMatchObject({
      name: 'ThrottlingException',
    });
  });
});

test('an operation whose id comes again after months is another execution', async () => {
  const started: unknown[] = [];
  jest.spyOn(SFNClient.prototype, 'send').mockImplementation((async ({ input }: { input: { name: string } }) => {
    started.push(input.name);
    return {};
  }) as never);
  process.env[ENV.exportMachine] = 'arn:machine';
  const { handler } = await import('../../lambdas/exports/start-export');
  const record = (createdAt: number) => ({
    ...{ messageId: String(createdAt), body: JSON.stringify({ owner: 'a', operationId: 'the-id', createdAt }) },
  });
  const answer = await handler({ Records: [record(1), record(1), record(2)] } as never);
  expect([answer.batchItemFailures, started]).toEqual([[], ['the-id-1', 'the-id-1', 'the-id-2']]);
});
