import { randomUUID } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { lambdaVariables } from '../../contract/env';
import { type Credentials, signed } from '../aws/signature';
import { sleep } from '../clock';
import { type Fields, readAnswer, requestJson } from './dynamo-json';
import { isThrottled } from './load';

/** The actions that the table uses. */
export type Action =
  | 'GetItem'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'BatchGetItem'
  | 'BatchWriteItem'
  | 'Query'
  | 'TransactWriteItems';

/** An answer with its items as plain values, and how often it was asked for, as AWS's SDK says it. */
export type Answer = Record<string, unknown> & { readonly $metadata: { readonly attempts: number } };

/** Calls DynamoDB, or an in-memory store in tests. `input` has the API's fields, with items as plain values. */
export interface DynamoClient {
  /** Throws a DynamoError with the name of the API's error, or Node's own if there is no answer. */
  call(action: Action, input: Fields, signal?: AbortSignal): Promise<Answer>;
}

/** An error that DynamoDB answers with; `name` as documented for the API. */
export class DynamoError extends Error {
  constructor(
    override readonly name: string,
    message: string,
    readonly statusCode: number,
    /** Of a cancelled transaction: why, for each of its changes. */
    readonly CancellationReasons?: readonly { readonly Code?: string }[],
  ) {
    super(message);
  }
}

/** How the client reaches AWS; each has the default that functions have. */
interface ClientSettings {
  readonly region?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly credentials?: () => Promise<Credentials> | Credentials;
}

/** Attempts of a call in all, and the delay before the second, ms: half of it as a rule, and twice that before the third. */
const MAX_ATTEMPTS = 3;
const RETRY_DELAY_MS = 100;
const THROTTLED_DELAY_MS = 500;
/** Longest silence of a connection, ms: DynamoDB answers within a second, or not at all. */
const TIMEOUT_MS = 10_000;
/** Connections that are kept. */
const MAX_CONNECTIONS = 50;

/**
 * A client of the DynamoDB API. It does the part of AWS's SDK that the table needs: signatures, retries, and connections
 * that are kept. docs/decisions/0017-own-dynamodb-client.md says why it is ours.
 */
export function openDynamoClient({
  region = lambdaVariables().AWS_REGION ?? 'us-east-1',
  endpoint = endpointOf(region),
  credentials = credentialsOfFunction,
}: ClientSettings = {}): DynamoClient {
  const { protocol, hostname, port, host } = new URL(endpoint);
  const secure = protocol === 'https:';
  const agent = new (secure ? https : http).Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS });
  const options = { method: 'POST', protocol, hostname, port, path: '/', agent };

  const exchange = async (
    action: Action,
    body: string,
    who: Credentials,
    signal: AbortSignal | undefined,
  ): Promise<Fields> => {
    const given = {
      host,
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDB_20120810.${action}`,
    };
    const headers = signed({ region, service: 'dynamodb', headers: given, body }, who, Date.now());
    const { status, text } = await post(
      secure,
      { ...options, headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) } },
      body,
      signal,
    );
    if (status === 200) return JSON.parse(text) as Fields;
    throw errorOf(status, text);
  };

  return {
    async call(action, input, signal) {
      const body = requestJson(
        action === 'TransactWriteItems' ? { ...input, ClientRequestToken: randomUUID() } : input,
      );
      const who = await credentials();
      for (let attempts = 1; ; attempts++) {
        try {
          signal?.throwIfAborted();
          return { ...readAnswer(await exchange(action, body, who, signal)), $metadata: { attempts } };
        } catch (error) {
          if (attempts === MAX_ATTEMPTS || signal?.aborted || !mayPass(error)) throw error;
          const delay = (isThrottled(error) ? THROTTLED_DELAY_MS : RETRY_DELAY_MS) * 2 ** (attempts - 1);
          await sleep(Math.random() * delay, signal);
        }
      }
    },
  };
}

/** The endpoint that the environment names for this service, or for all of them; otherwise that of the region. */
function endpointOf(region: string): string {
  const { AWS_ENDPOINT_URL_DYNAMODB: own, AWS_ENDPOINT_URL: all } = lambdaVariables();
  return own || all || `https://dynamodb.${region}.${region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'}`;
}

/** Lambda sets these for as long as the process lives. */
function credentialsOfFunction(): Credentials {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = lambdaVariables();
  if (!accessKeyId || !secretAccessKey) throw new Error('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set');
  return { accessKeyId, secretAccessKey, sessionToken: sessionToken || undefined };
}

/** Sends a request and reads its answer. Throws the error of the connection, or the signal's reason. */
function post(
  secure: boolean,
  options: http.RequestOptions,
  body: string,
  signal: AbortSignal | undefined,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = (secure ? https : http).request(options, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', fail);
      response.on('end', () => {
        signal?.removeEventListener('abort', abort);
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() });
      });
    });
    const abort = () => request.destroy(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    const fail = (error: unknown) => {
      signal?.removeEventListener('abort', abort);
      reject(error);
    };
    request.on('error', fail);
    request.setTimeout(TIMEOUT_MS, () => request.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)));
    request.end(body);
  });
}

function errorOf(status: number, text: string): DynamoError {
  const { __type, message, Message, CancellationReasons } = parsed(text);
  const name = String(__type ?? 'UnknownError').replace(/^.*#/, '');
  return new DynamoError(
    name,
    String(message ?? Message ?? `DynamoDB answered ${status}`),
    status,
    CancellationReasons as DynamoError['CancellationReasons'],
  );
}

function parsed(text: string): Fields {
  try {
    return (JSON.parse(text) ?? {}) as Fields;
  } catch {
    return {};
  }
}

/** Throttling, an error of the service, or none of its answers at all. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof DynamoError) ||
  isThrottled(error) ||
  error.statusCode >= 500 ||
  error.name === 'TransactionInProgressException';
