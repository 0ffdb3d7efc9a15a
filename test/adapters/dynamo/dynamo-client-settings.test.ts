import http from 'node:http';
import https from 'node:https';
import { openDynamoClient } from '../../../lambdas/adapters/dynamo/dynamo-client';
import { CALLER, errorOf, says, scriptedAws, stopScripted } from '../../support/tables/scripted-aws';
import { withoutDelays } from '../../support/tables/without-delays';

const OF_FUNCTION = {
  AWS_REGION: 'ap-south-1',
  AWS_ACCESS_KEY_ID: 'AKIAOFFUNCTION',
  AWS_SECRET_ACCESS_KEY: 'planted-secret',
  AWS_SESSION_TOKEN: 'planted-token',
  AWS_ENDPOINT_URL_DYNAMODB: undefined,
};

const { env } = process;
afterEach(() => {
  process.env = env;
  stopScripted();
});
/** Sets variables as Lambda does, until the test is over. */
function inFunction(variables: Readonly<Record<string, string | undefined>> = {}): void {
  const all = Object.entries({ ...env, ...OF_FUNCTION, ...variables });
  process.env = Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

/** Where a client of such settings sends its request, which is not sent. */
async function addressOf(settings: Parameters<typeof openDynamoClient>[0]): Promise<unknown> {
  const spies = [http, https].map((module) =>
    jest.spyOn(module, 'request').mockImplementation(() => {
      throw new Error('not sent');
    }),
  );
  try {
    const call = openDynamoClient({ credentials: () => CALLER, ...settings }).call('GetItem', {});
    expect((await withoutDelays(() => errorOf(call))).message).toBe('not sent');
    return spies.flatMap(({ mock }) => mock.lastCall ?? [])[0];
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

describe('the client of a function', () => {
  test('takes region, address and credentials from its variables', async () => {
    const { asked, endpoint } = await scriptedAws(says({}));
    inFunction({ AWS_ENDPOINT_URL_DYNAMODB: endpoint });
    await openDynamoClient().call('GetItem', {});
    expect(asked[0]?.headers).toMatchObject({
      'x-amz-security-token': 'planted-token',
      authorization: expect.stringMatching(/Credential=AKIAOFFUNCTION\/\d{8}\/ap-south-1\/dynamodb\//),
    });
  });

  test('without a session token sends none', async () => {
    const { asked, endpoint } = await scriptedAws(says({}));
    inFunction({ AWS_ENDPOINT_URL_DYNAMODB: endpoint, AWS_SESSION_TOKEN: undefined });
    await openDynamoClient().call('GetItem', {});
    expect(asked[0]?.headers).not.toHaveProperty('x-amz-security-token');
  });

  test.each(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])(
    'without %s throws, makes no request and says which variables it wants',
    async (missing) => {
      const { asked, endpoint } = await scriptedAws(says({}));
      inFunction({ AWS_ENDPOINT_URL_DYNAMODB: endpoint, [missing]: undefined });
      const error = await withoutDelays(() => errorOf(openDynamoClient().call('GetItem', {})));
      expect(error.message).toBe('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set');
      expect(asked).toEqual([]);
    },
  );
});

describe('a request goes', () => {
  test.each([
    ['eu-west-1', 'dynamodb.eu-west-1.amazonaws.com'],
    ['cn-north-1', 'dynamodb.cn-north-1.amazonaws.com.cn'],
  ])('in %s to %s, encrypted', async (region, hostname) => {
    inFunction();
    const address = { protocol: 'https:', hostname, headers: { host: hostname } };
    expect(await addressOf({ region })).toMatchObject(address);
    inFunction({ AWS_REGION: region });
    expect(await addressOf({})).toMatchObject(address);
  });

  test('to another port as it is given', async () => {
    const address = { protocol: 'http:', hostname: 'localhost', port: '8000', headers: { host: 'localhost:8000' } };
    expect(await addressOf({ endpoint: 'http://localhost:8000' })).toMatchObject(address);
  });
});
