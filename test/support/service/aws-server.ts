import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export const CREDENTIALS = { accessKeyId: 'AKIATEST', secretAccessKey: 'test-secret' };

export interface AccountState {
  readonly parameters: Record<string, string>;
  /** Lambda's quota and its unreserved part. */
  concurrency: readonly [quota: number, unreserved: number];
  readonly stacks: Record<string, { readonly status: string; readonly isProtected?: boolean }>;
  readonly denied: Set<string>;
}

type Answer = readonly [status: number, body: string];

/** Answers as AWS documents it. Rejects wrong signatures. */
export async function awsServer(state: AccountState) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const [status, text] = answerTo(state, request, body);
    response.writeHead(status, { 'content-type': text.startsWith('{') ? 'application/x-amz-json-1.1' : 'text/xml' });
    response.end(text);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

function answerTo(state: AccountState, request: IncomingMessage, body: string): Answer {
  const { pathname } = new URL(request.url ?? '', 'http://any');
  const target = request.headers['x-amz-target'];
  const form = new URLSearchParams(target === undefined ? body : '');
  const operation = String(target ?? form.get('Action') ?? pathname);
  const operations: Readonly<Record<string, readonly [service: string, answer: () => Answer]>> = {
    'AmazonSSM.GetParameter': ['ssm', () => parameter(state, JSON.parse(body) as { Name: string })],
    GetCallerIdentity: ['sts', () => [200, CALLER]],
    DescribeStacks: ['cloudformation', () => stack(state, form.get('StackName') ?? '')],
    '/2016-08-19/account-settings': ['lambda', () => settings(state)],
  };
  const [service, answer] = operations[operation] ?? [];
  if (!service || !answer) return [404, `no operation ${operation}`];
  const json = service === 'ssm' || service === 'lambda';
  if (!isSigned(request, service, body)) return refusal(json, 'SignatureDoesNotMatch', 'The signature does not match');
  if (state.denied.has(service)) return refusal(json, 'AccessDeniedException', `not authorized to use ${service}`);
  return answer();
}

const CALLER =
  '<GetCallerIdentityResponse><GetCallerIdentityResult><Arn>arn:aws:iam::111122223333:user/Deployer</Arn><UserId>AIDA</UserId><Account>111122223333</Account></GetCallerIdentityResult></GetCallerIdentityResponse>';

const refusal = (json: boolean, code: string, message: string, status = 403): Answer => [
  status,
  json
    ? JSON.stringify({ __type: code, message })
    : `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
];

function parameter({ parameters }: AccountState, { Name }: { Name: string }): Answer {
  const Value = parameters[Name];
  if (Value === undefined) return [400, JSON.stringify({ __type: 'ParameterNotFound' })];
  return [200, JSON.stringify({ Parameter: { Name, Value, Type: 'SecureString', Version: 1 } })];
}

function settings({ concurrency: [ConcurrentExecutions, UnreservedConcurrentExecutions] }: AccountState): Answer {
  const AccountLimit = { TotalCodeSize: 80_530_636_800, ConcurrentExecutions, UnreservedConcurrentExecutions };
  return [200, JSON.stringify({ AccountLimit, AccountUsage: { FunctionCount: 0, TotalCodeSize: 0 } })];
}

function stack({ stacks }: AccountState, name: string): Answer {
  const found = stacks[name];
  if (!found) return refusal(false, 'ValidationError', `Stack with id ${name} does not exist`, 400);
  return [
    200,
    `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>${name}</StackName><StackStatus>${found.status}</StackStatus><EnableTerminationProtection>${found.isProtected === true}</EnableTerminationProtection></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
  ];
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** An independent Signature Version 4. */
export function isSigned({ method, url, headers }: IncomingMessage, service: string, body: string): boolean {
  const { pathname, searchParams } = new URL(url ?? '', 'http://any');
  const [, signed = '', given] = /SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(headers.authorization ?? '') ?? [];
  const date = String(headers['x-amz-date']);
  const scope = `${date.slice(0, 8)}/us-east-1/${service}/aws4_request`;
  const names = signed.split(';');
  const query = [...searchParams]
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .toSorted()
    .join('&');
  const canonical = [
    ...[method, pathname, query, ...names.map((name) => `${name}:${String(headers[name])}`), '', signed],
    sha256(body),
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${CREDENTIALS.secretAccessKey}`);
  return names.includes('host') && given === hmac(key, text).toString('hex');
}
