import { createHash } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as fc from 'fast-check';
import { type Credentials, signed } from '../../../lambdas/adapters/aws/signature';
import { runs } from '../../support/full';

const DAY_MS = 86_400_000;
const HEADERS = {
  'content-type': 'application/x-amz-json-1.0',
  'x-amz-target': 'DynamoDB_20120810.PutItem',
};

/** A request to sign, with who signs it, where and when. */
interface Case {
  readonly region: string;
  readonly service: string;
  readonly credentials: Credentials;
  readonly host: string;
  readonly body: string;
  readonly now: number;
}

/** The headers that AWS's SDK sends: it signs the digest of the body as a header too, unless it is told not to. */
async function signedBySdk({ region, service, credentials, host, body, now }: Case, withDigest: boolean) {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const identity = { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
  const signer = await new DynamoDBClient({ region, credentials: identity }).config.signer();
  const request = {
    method: 'POST',
    protocol: 'https:',
    hostname: host,
    path: '/',
    headers: { host, ...HEADERS },
    body,
  };
  const unsignableHeaders = new Set(withDigest ? [] : ['x-amz-content-sha256']);
  const { headers } = await signer.sign(request, {
    signingService: service,
    signingDate: new Date(now),
    unsignableHeaders,
  });
  return headers;
}

const signedByUs = (
  { region, service, credentials, host, body, now }: Case,
  more: Readonly<Record<string, string>> = {},
) => signed({ region, service, headers: { host, ...HEADERS, ...more }, body }, credentials, now);

const region = fc.stringMatching(/^(us|eu|cn|me)-(gov-)?(east|north|central)-[1-9]$/);
const credentials: fc.Arbitrary<Credentials> = fc.record(
  {
    accessKeyId: fc.stringMatching(/^AKIA[A-Z2-7]{16}$/),
    secretAccessKey: fc.stringMatching(/^[A-Za-z0-9/+]{40}$/),
    sessionToken: fc.stringMatching(/^[A-Za-z0-9/+]{1,200}=$/),
  },
  { requiredKeys: ['accessKeyId', 'secretAccessKey'] },
);
const host = fc.constantFrom('dynamodb.eu-west-1.amazonaws.com', '127.0.0.1:4566', 'localhost');
const body = fc.string({ unit: fc.constantFrom('a', '"', '\n', '\u0000', 'é', '漢', '\u{1F600}') });
const midnight = fc.integer({ min: 11_000, max: 40_000 }).map((day) => day * DAY_MS);

/** Requests of few callers in few regions around one midnight: each is likely to follow one that differs in one way. */
const cases = fc
  .tuple(
    fc.array(region, { minLength: 1, maxLength: 2 }),
    fc.array(credentials, { minLength: 1, maxLength: 2 }),
    midnight,
  )
  .chain(([regions, callers, day]) =>
    fc.array(
      fc.record({
        region: fc.constantFrom(...regions),
        service: fc.constantFrom('dynamodb', 'sqs'),
        credentials: fc.constantFrom(...callers),
        host,
        body,
        now: fc.integer({ min: -2_000, max: 2_000 }).map((ms) => day + ms),
      }),
      { minLength: 2, maxLength: 6 },
    ),
  );

describe('the signature of a request', () => {
  test('is that of AWS’s SDK, for whoever signs whatever, in any region, on both sides of midnight', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async (requests) => {
        for (const one of requests) {
          const ours = signedByUs(one);
          expect(ours.authorization).toBe((await signedBySdk(one, false)).authorization);
          expect(ours['x-amz-security-token']).toBe(one.credentials.sessionToken);
        }
      }),
      runs(60),
    );
  });

  test('is that of AWS’s SDK with the digest of the body as a header too', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async (requests) => {
        for (const one of requests) {
          const digest = createHash('sha256').update(one.body).digest('hex');
          expect(signedByUs(one, { 'x-amz-content-sha256': digest })).toEqual(await signedBySdk(one, true));
        }
      }),
      runs(20),
    );
  });

  test('is that of AWS’s own example, “post-vanilla” of its test suite', () => {
    const caller = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
    const request = { region: 'us-east-1', service: 'service', headers: { host: 'example.amazonaws.com' }, body: '' };
    expect(signed(request, caller, Date.parse('2015-08-30T12:36:00Z'))).toEqual({
      host: 'example.amazonaws.com',
      'x-amz-date': '20150830T123600Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, ' +
        'SignedHeaders=host;x-amz-date, Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
    });
  });
});
