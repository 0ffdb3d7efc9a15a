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
  test('a call sends one signed request and returns plain items', async () => {
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

  test('a call reuses the previous connection, even after a rejected call', async () => {
    const { asked, get } = await scriptedAws(says(ANSWER), refuses('ValidationException'), says(ANSWER));
    await get();
    await toError(get(), false);
    await get();
    expect([asked.length, new Set(asked.map(({ socket }) => socket)).size]).toEqual([3, 1]);
  });

  test('an API error is thrown as its class', async () => {
    const CancellationReasons = [{ Code: 'None' }, { Code: 'ConditionalCheckFailed', Message: 'no' }];
    const { client } = await scriptedAws(refuses('TransactionCanceledException', 400, { CancellationReasons }));
    const error = await toError(client.call('TransactWriteItems', { TransactItems: [] }), false);
    expect(error).toBeInstanceOf(TransactionCanceledException);
    expect(error).toMatchObject({ name: 'TransactionCanceledException', CancellationReasons });
  });

  test('an unknown API error keeps its name and request ID', async () => {
    const { get } = await scriptedAws((request, response) => {
      response.setHeader('x-amzn-requestid', 'the-id');
      refuses('AccessDeniedException')(request, response);
    });
    const $metadata = { httpStatusCode: 400, requestId: 'the-id', attempts: 1 };
    expect(await toError(get(), false)).toMatchObject({ name: 'AccessDeniedException', $metadata });
  });

  test('the default client takes region, endpoint and credentials from the environment', async () => {
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
    ['throttling', refuses('ProvisionedThroughputExceededException')],
    ['throttling of the account', refuses('ThrottlingException')],
    ['throttling of the control plane', refuses('RequestLimitExceeded')],
    ['a transaction in progress', refuses('TransactionInProgressException')],
    ['a server error', refuses('InternalServerError', 500)],
    ['a proxy error', says('<html>', 503)],
    // The connection may have been stale: it is resent twice without counting attempts.
    ['a missing answer', hangsUp, 3],
    ['a truncated answer', isCutOff],
  ])('a call that fails with %s is retried, up to three attempts', async (_, fails, sentEach = 1) => {
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
  ])('a call that fails with %s is not retried', async (name) => {
    const { asked, get } = await scriptedAws(refuses(name), says(ANSWER));
    expect(await toError(get(), false)).toMatchObject({ name, $metadata: { httpStatusCode: 400 } });
    expect(asked.length).toBe(1);
  });

  test('a refused connection throws Node’s error', async () => {
    const { get, stop } = await scriptedAws();
    stop();
    expect(await withoutDelays(() => toError(get(), false))).toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('a retried transaction keeps its token, and the next one has another', async () => {
    const { asked, client } = await scriptedAws(hangsUp, says({}), says({}));
    const transaction = { TransactItems: [] };
    await withoutDelays(() => client.call('TransactWriteItems', transaction));
    await client.call('TransactWriteItems', transaction);
    const [a, b, c] = asked.map(({ body }) => (JSON.parse(body) as { ClientRequestToken?: string }).ClientRequestToken);
    expect(a).toMatch(/^[\w-]{1,36}$/);
    expect([b === a, c === a]).toEqual([true, false]);
  });
});
