import type { RequestListener } from 'node:http';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { createDynamoClient } from '../../../lambdas/core/table/dynamo-client';
import {
  hangsUp,
  isCutOff,
  refuses,
  says,
  scriptedAws,
  stopScripted,
  toError,
} from '../../support/tables/scripted-aws';
import { withoutDelays } from '../../support/tables/without-delays';

const ANSWER = { Item: { pk: { S: 'é' }, n: { N: '7' } } };

afterEach(stopScripted);

describe('a call', () => {
  test('is one signed request, whose answer has plain items', async () => {
    const { asked, endpoint, get } = await scriptedAws(says(ANSWER));
    expect(await get()).toMatchObject({ Item: { pk: 'é', n: 7 }, $metadata: { attempts: 1 } });
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
    await toError(get(), false);
    await get();
    expect([asked.length, new Set(asked.map(({ socket }) => socket)).size]).toEqual([3, 1]);
  });

  test('throws what the API says, by its name', async () => {
    const CancellationReasons = [{ Code: 'None' }, { Code: 'ConditionalCheckFailed', Message: 'no' }];
    const { client } = await scriptedAws(refuses('TransactionCanceledException', 400, { CancellationReasons }));
    const error = await toError(client.call('TransactWriteItems', { TransactItems: [] }), false);
    expect(error).toBeInstanceOf(TransactionCanceledException);
    expect(error).toMatchObject({ name: 'TransactionCanceledException', CancellationReasons });
  });

  test('throws an error of another name with it, and with the id of the request', async () => {
    const { get } = await scriptedAws((request, response) => {
      response.setHeader('x-amzn-requestid', 'the-id');
      refuses('AccessDeniedException')(request, response);
    });
    const $metadata = { httpStatusCode: 400, requestId: 'the-id', attempts: 1 };
    expect(await toError(get(), false)).toMatchObject({ name: 'AccessDeniedException', $metadata });
  });

  test('takes region, address and credentials of a function from its variables', async () => {
    const { asked, endpoint } = await scriptedAws(says({}));
    const { env } = process;
    process.env = {
      ...{ ...env, AWS_REGION: 'ap-south-1', AWS_ENDPOINT_URL_DYNAMODB: endpoint },
      ...{ AWS_ACCESS_KEY_ID: 'AKIAOFFUNCTION', AWS_SECRET_ACCESS_KEY: 'a', AWS_SESSION_TOKEN: 'planted-token' },
    };
    try {
      await createDynamoClient().call('GetItem', { TableName: 'rows', Key: { pk: 'a' } });
    } finally {
      process.env = env;
    }
    expect(asked[0]?.headers).toMatchObject({
      'x-amz-security-token': 'planted-token',
      authorization: expect.stringMatching(/Credential=AKIAOFFUNCTION\/\d{8}\/ap-south-1\/dynamodb\//),
      'user-agent': expect.stringMatching(/chain-data-service\/\d/),
    });
  });
});

describe('a call that fails', () => {
  test.each<[string, RequestListener, sentEach?: number]>([
    ['throttled', refuses('ProvisionedThroughputExceededException')],
    ['throttled by the account', refuses('ThrottlingException')],
    ['throttled by the control plane', refuses('RequestLimitExceeded')],
    ['in the way of itself', refuses('TransactionInProgressException')],
    ['an error of the service', refuses('InternalServerError', 500)],
    ['an error of what stands between', says('<html>', 503)],
    // Its connection may have been stale: it is sent twice more, which are no attempts.
    ['without an answer', hangsUp, 3],
    ['cut off', isCutOff],
  ])('because it is %s is repeated, three attempts in all', async (_, fails, sentEach = 1) => {
    const failing = (attempts: number) => Array<RequestListener>(attempts * sentEach).fill(fails);
    const { asked, get } = await scriptedAws(...failing(2), says(ANSWER), ...failing(3), says(ANSWER));
    await withoutDelays(async () => {
      expect(await get()).toMatchObject({ Item: { pk: 'é', n: 7 }, $metadata: { attempts: 3 } });
      await toError(get(), false);
    });
    expect(asked.length).toBe(5 * sentEach + 1);
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
    expect(await toError(get(), false)).toMatchObject({ name, $metadata: { httpStatusCode: 400 } });
    expect(asked.length).toBe(1);
  });

  test('because nobody listens throws Node’s error', async () => {
    const { get, stop } = await scriptedAws();
    stop();
    expect(await withoutDelays(() => toError(get(), false))).toMatchObject({ code: 'ECONNREFUSED' });
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
