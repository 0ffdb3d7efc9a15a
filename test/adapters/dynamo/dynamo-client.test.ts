import type { RequestListener } from 'node:http';
import { AwsError } from '../../../lambdas/adapters/aws/json-error';
import {
  errorOf,
  hangsUp,
  isCutOff,
  refuses,
  says,
  scriptedAws,
  stopScripted,
} from '../../support/tables/scripted-aws';
import { withoutDelays } from '../../support/tables/without-delays';

const ANSWER = { Item: { pk: { S: 'é' }, n: { N: '7' } } };

afterEach(stopScripted);

describe('a call', () => {
  test('is one signed request, whose answer has plain items', async () => {
    const { asked, endpoint, get } = await scriptedAws(says(ANSWER));
    expect(await get()).toEqual({ Item: { pk: 'é', n: 7 }, $metadata: { attempts: 1 } });
    const body = '{"TableName":"rows","Key":{"pk":{"S":"é"}}}';
    expect(asked).toEqual([expect.objectContaining({ method: 'POST', url: '/', body })]);
    expect(asked[0]?.headers).toMatchObject({
      host: endpoint.replace('http://', ''),
      'content-type': 'application/x-amz-json-1.0',
      'content-length': String(Buffer.byteLength(body)),
      'x-amz-target': 'DynamoDB_20120810.GetItem',
      'x-amz-security-token': 'planted-token',
      authorization: expect.stringMatching(/Credential=AKIAEXAMPLE\/\d{8}\/eu-west-1\/dynamodb\/aws4_request/),
    });
  });

  test('takes the connection of the one before, be that refused', async () => {
    const { asked, get } = await scriptedAws(says(ANSWER), refuses('ValidationException'), says(ANSWER));
    await get();
    await errorOf(get());
    await get();
    expect([asked.length, new Set(asked.map(({ socket }) => socket)).size]).toEqual([3, 1]);
  });

  test('throws what the API says, by its name', async () => {
    const CancellationReasons = [{ Code: 'None' }, { Code: 'ConditionalCheckFailed', Message: 'no' }];
    const { client } = await scriptedAws(refuses('TransactionCanceledException', 400, { CancellationReasons }));
    const error = await errorOf(client.call('TransactWriteItems', { TransactItems: [] }));
    expect(error).toBeInstanceOf(AwsError);
    const { name, message } = error;
    expect({ ...error, name, message }).toEqual({
      name: 'TransactionCanceledException',
      message: 'as scripted',
      statusCode: 400,
      CancellationReasons,
    });
  });

  test.each([
    [
      'with a capital',
      { __type: 'com.amazon.coral.service#AccessDeniedException', Message: 'no' },
      'AccessDeniedException',
      'no',
    ],
    ['of no namespace, without a message', { __type: 'OtherException' }, 'OtherException', 'dynamodb answered 403'],
    ['that is no JSON', '<html>', 'UnknownError', 'dynamodb answered 403'],
  ])('throws an error %s', async (_, body, name, message) => {
    const { get } = await scriptedAws(says(body, 403));
    expect(await errorOf(get())).toMatchObject({ name, message, statusCode: 403 });
  });
});

describe('a call that fails', () => {
  test.each<[string, RequestListener]>([
    ['throttled', refuses('ProvisionedThroughputExceededException')],
    ['throttled by the account', refuses('ThrottlingException')],
    ['throttled by the control plane', refuses('RequestLimitExceeded')],
    ['in the way of itself', refuses('TransactionInProgressException')],
    ['an error of the service', refuses('InternalServerError', 500)],
    ['an error of what stands between', says('<html>', 503)],
    ['without an answer', hangsUp],
    ['cut off', isCutOff],
  ])('because it is %s is repeated, three attempts in all', async (_, fails) => {
    const { asked, get } = await scriptedAws(fails, fails, says(ANSWER), fails, fails, fails, says(ANSWER));
    await withoutDelays(async () => {
      expect(await get()).toEqual({ Item: { pk: 'é', n: 7 }, $metadata: { attempts: 3 } });
      await errorOf(get());
    });
    expect(asked.length).toBe(6);
  });

  test.each([
    'ConditionalCheckFailedException',
    'ValidationException',
    'TransactionCanceledException',
    'TransactionConflictException',
    'ResourceNotFoundException',
    'AccessDeniedException',
    'ExpiredTokenException',
  ])('with %s is not repeated', async (name) => {
    const { asked, get } = await scriptedAws(refuses(name), says(ANSWER));
    expect(await errorOf(get())).toMatchObject({ name, statusCode: 400 });
    expect(asked.length).toBe(1);
  });

  test('because nobody listens throws Node’s error', async () => {
    const { get, stop } = await scriptedAws();
    stop();
    expect(await withoutDelays(() => errorOf(get()))).toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('waits before it is repeated, longer when it is throttled, and longer each time', async () => {
    const delays: number[] = [];
    const clock = jest.spyOn(Math, 'random').mockReturnValue(0.2);
    try {
      for (const fails of [refuses('InternalServerError', 500), refuses('ThrottlingException')]) {
        const { get } = await scriptedAws(fails, fails, says(ANSWER));
        const start = performance.now();
        await get();
        delays.push(performance.now() - start);
      }
    } finally {
      clock.mockRestore();
    }
    const [short = 0, long = 0] = delays;
    expect(short).toBeGreaterThan(55);
    expect(long).toBeGreaterThan(295);
  });

  test('because its answer is lost repeats a transaction with the token that it had, and the next has another', async () => {
    const { asked, client } = await scriptedAws(hangsUp, says({}), says({}));
    const transaction = { TransactItems: [] };
    await withoutDelays(() => client.call('TransactWriteItems', transaction));
    await client.call('TransactWriteItems', transaction);
    const [a, b, c] = asked.map(({ body }) => (JSON.parse(body) as { ClientRequestToken?: string }).ClientRequestToken);
    expect(a).toMatch(/^[\w-]{1,36}$/);
    expect([b === a, c === a]).toEqual([true, false]);
  });
});
