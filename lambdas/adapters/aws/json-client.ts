import http from 'node:http';
import https from 'node:https';
import { lambdaVariables } from '../../contract/env';
import { sleep, systemClock } from '../clock';
import { credentialsOfFunction } from './credentials';
import { domainOf } from './domain';
import { errorOf, isThrottled, mayPass } from './json-error';
import { type Credentials, signed } from './signature';

/** Services with AWS's JSON protocol by the name that signs: what begins `x-amz-target`, and the protocol's version. */
const SERVICES = {
  dynamodb: { target: 'DynamoDB_20120810', version: '1.0', endpoint: 'AWS_ENDPOINT_URL_DYNAMODB' },
  events: { target: 'AWSEvents', version: '1.1', endpoint: 'AWS_ENDPOINT_URL_EVENTBRIDGE' },
  sqs: { target: 'AmazonSQS', version: '1.0', endpoint: 'AWS_ENDPOINT_URL_SQS' },
  ssm: { target: 'AmazonSSM', version: '1.1', endpoint: 'AWS_ENDPOINT_URL_SSM' },
  states: { target: 'AWSStepFunctions', version: '1.0', endpoint: 'AWS_ENDPOINT_URL_SFN' },
} as const;

/** How a client reaches AWS; each has the default that functions have. */
export interface ClientSettings {
  readonly region?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly credentials?: () => Promise<Credentials> | Credentials;
}

/** Calls one service of AWS. */
export interface JsonClient {
  /**
   * Sends the body, which is JSON, to an action; `attempts` is how often it was sent. Throws an AwsError with the name of
   * the service's error, Node's own error if there is no answer, or the signal's reason.
   */
  send(
    action: string,
    body: string,
    signal?: AbortSignal,
  ): Promise<{ readonly answer: Record<string, unknown>; readonly attempts: number }>;
}

/** Attempts of a call in all, and the delay before the second, ms: half of it as a rule, and twice that before the third. */
const MAX_ATTEMPTS = 3;
const RETRY_DELAY_MS = 100;
const THROTTLED_DELAY_MS = 500;
/** Longest silence of a connection, ms: services answer within a second, or not at all. */
const TIMEOUT_MS = 10_000;
/** Connections that are kept. */
const MAX_CONNECTIONS = 50;

/**
 * A client of one service. It does the part of AWS's SDK that the service needs: signatures, retries, and connections that
 * are kept. docs/decisions/0017-own-aws-client.md says why it is ours.
 */
export function openJsonClient(
  service: keyof typeof SERVICES,
  {
    region = lambdaVariables().AWS_REGION ?? 'us-east-1',
    endpoint = endpointOf(service, region),
    credentials = credentialsOfFunction,
  }: ClientSettings = {},
): JsonClient {
  const { target, version } = SERVICES[service];
  const { protocol, hostname, port, host } = new URL(endpoint);
  const secure = protocol === 'https:';
  const agent = new (secure ? https : http).Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS });
  const options = { method: 'POST', protocol, hostname, port, path: '/', agent };

  const exchange = async (action: string, body: string, who: Credentials, signal: AbortSignal | undefined) => {
    const given = { host, 'content-type': `application/x-amz-json-${version}`, 'x-amz-target': `${target}.${action}` };
    const headers = signed({ region, service, headers: given, body }, who, systemClock());
    const { status, text, errorType } = await post(
      secure,
      { ...options, headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) } },
      body,
      signal,
    );
    if (status !== 200) throw errorOf(service, status, text, errorType);
    return (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
  };

  return {
    async send(action, body, signal) {
      const who = await credentials();
      for (let attempts = 1; ; attempts++) {
        try {
          signal?.throwIfAborted();
          return { answer: await exchange(action, body, who, signal), attempts };
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
function endpointOf(service: keyof typeof SERVICES, region: string): string {
  const { [SERVICES[service].endpoint]: own, AWS_ENDPOINT_URL: all } = lambdaVariables();
  return own || all || `https://${service}.${region}.${domainOf(region)}`;
}

/** Sends a request and reads its answer. Throws the error of the connection, or the signal's reason. */
function post(
  secure: boolean,
  options: http.RequestOptions,
  body: string,
  signal: AbortSignal | undefined,
): Promise<{ status: number; text: string; errorType: string }> {
  return new Promise((resolve, reject) => {
    const request = (secure ? https : http).request(options, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', fail);
      response.on('end', () => {
        signal?.removeEventListener('abort', abort);
        const { statusCode: status = 0, headers } = response;
        resolve({
          status,
          text: Buffer.concat(parts).toString(),
          errorType: String(headers['x-amzn-errortype'] ?? ''),
        });
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
