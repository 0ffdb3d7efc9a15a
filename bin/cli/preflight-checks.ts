import type { Config } from '../../lambdas/core/contract/config';
import { sourceParameter } from '../../lambdas/core/contract/env';
import { pChainSource } from '../../lambdas/core/contract/pchain-source';
import { tracesUrl } from '../../lambdas/core/telemetry/exporter';
import { parseHeaders } from '../../lambdas/core/telemetry/headers';
import { fetchSource } from '../../lambdas/pchain/node/node';
import type { Concurrency } from '../../lib/quotas';
import type { AwsAccount } from './aws-account';
import { getChainId } from './chain-id';

/** Never contains a source URL. */
export type Check =
  | { readonly name: string; readonly state: 'ok'; readonly found: string }
  | { readonly name: string; readonly state: 'warning' | 'failed'; readonly found: string; readonly next: string };

/** Required by templates of the pinned aws-cdk-lib; compared by a test. */
export const MIN_BOOTSTRAP_VERSION = 6;
/** Written by `cdk bootstrap`, with CDK's default qualifier. */
const BOOTSTRAP_PARAMETER = '/cdk-bootstrap/hnb659fds/version';
/** Just above the default of 1,000: Service Quotas may refuse a lower request, even if the applied quota is lower. */
const MIN_QUOTA_REQUEST = 1_001;
const NODE_TIMEOUT_MS = 10_000;

export async function checkCaller(account: AwsAccount): Promise<Check[]> {
  const region = await attempt('region', () => account.region(), 'set one: export AWS_REGION=eu-west-1');
  if ('check' in region) return [region.check];
  const caller = await attempt('credentials', () => account.caller(), 'sign in, or set AWS_PROFILE');
  if ('check' in caller) return [{ name: 'region', state: 'ok', found: region.value }, caller.check];
  const { account: id, arn } = caller.value;
  return [
    { name: 'region', state: 'ok', found: region.value },
    { name: 'credentials', state: 'ok', found: `account ${id}, as ${arn}` },
  ];
}

export async function checkBootstrap(account: AwsAccount): Promise<Check> {
  const name = 'bootstrap';
  const read = await attempt(name, () => account.parameter(BOOTSTRAP_PARAMETER), 'allow ssm:GetParameter');
  if ('check' in read) return read.check;
  const version = Number(read.value ?? 0);
  if (version >= MIN_BOOTSTRAP_VERSION) return { name, state: 'ok', found: `version ${version}` };
  const found = version === 0 ? 'this account and region are not bootstrapped' : `version ${version} is too old`;
  return { name, state: 'failed', found, next: 'npx cdk bootstrap' };
}

export async function checkConcurrency(account: AwsAccount, { minimum, total }: Concurrency): Promise<Check> {
  const name = 'concurrency';
  const read = await attempt(name, () => account.concurrency(), 'allow lambda:GetAccountSettings');
  if ('check' in read) return read.check;
  const { quota, unreserved } = read.value;
  const reserved = unreserved < quota ? `, ${quota - unreserved} of them reserved by other functions` : '';
  const found = `a quota of ${quota} executions${reserved}; indexing needs ${minimum}, peak load about ${total}`;
  if (unreserved >= total) return { name, state: 'ok', found };
  const wanted = Math.max(MIN_QUOTA_REQUEST, total + quota - unreserved);
  const next = `aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value ${wanted}`;
  return { name, state: unreserved < minimum ? 'failed' : 'warning', found, next };
}

export const checkSource = (
  account: AwsAccount,
  service: string,
  { chainId }: Pick<Config['chains'][number], 'chainId'>,
  timeoutMs = NODE_TIMEOUT_MS,
): Promise<Check> => {
  const put = `npm run cli -- sources put --chain ${chainId}`;
  return checkStored(account, { name: `chain ${chainId}`, put, source: chainId, service }, async (url) => {
    const answered = await getChainId(url, timeoutMs);
    if (answered === chainId) return undefined;
    return { found: `the node is on chain ${answered}`, next: `store another URL: ${put}` };
  });
};

export const checkPChain = (
  account: AwsAccount,
  service: string,
  network: string,
  timeoutMs = NODE_TIMEOUT_MS,
): Promise<Check> => {
  const put = `npm run cli -- sources put --network ${network}`;
  const stored = { name: `P-Chain of ${network}`, put, source: pChainSource(network), service };
  return checkStored(account, stored, async (url) => {
    const answer = await fetchSource(url, 'platform.getHeight', '{}', AbortSignal.timeout(timeoutMs));
    if ('result' in answer) return undefined;
    return { found: answer.error.message, next: `store the URL of a P-Chain node: ${put}` };
  });
};

interface StoredSource {
  readonly name: string;
  readonly put: string;
  readonly source: string;
  readonly service: string;
}

/** `ask` returns the problem, or throws. */
async function checkStored(
  account: AwsAccount,
  { name, put, source, service }: StoredSource,
  ask: (url: string) => Promise<(Pick<Check, 'found'> & { readonly next: string }) | undefined>,
): Promise<Check> {
  const parameter = sourceParameter(`/${service}/sources`, source);
  const read = await attempt(name, () => account.parameter(parameter), 'allow ssm:GetParameter and kms:Decrypt');
  if ('check' in read) return read.check;
  const { value: url } = read;
  if (!url) return { name, state: 'failed', found: `${parameter} is not stored`, next: put };
  const asked = await attempt(name, () => ask(url), `start the node, or store another URL: ${put}`);
  if ('check' in asked) return asked.check;
  return asked.value ? { name, state: 'failed', ...asked.value } : { name, state: 'ok', found: 'the node answers' };
}

/** Only warnings: without its collector, the service works and drops spans. Sends a request without spans. */
export async function checkCollector(
  account: AwsAccount,
  { endpoint, headersParameter }: NonNullable<Config['openTelemetry']>,
  timeoutMs = NODE_TIMEOUT_MS,
): Promise<Check> {
  const name = 'trace collector';
  const warning = (found: string, next: string): Check => ({ name, state: 'warning', found, next });
  let headers: Headers;
  try {
    const text = headersParameter === undefined ? '' : await account.parameter(headersParameter);
    const put = `aws ssm put-parameter --type SecureString --name ${headersParameter} --value file://headers.txt`;
    if (text === undefined) return warning(`${headersParameter} is not stored`, put);
    const parsed = toHeaders(text);
    if (!parsed) return warning(`${headersParameter} is not in the form name=value,name=value`, `${put} --overwrite`);
    headers = parsed;
  } catch (error) {
    return warning(toMessage(error), 'allow ssm:GetParameter and kms:Decrypt');
  }
  headers.set('content-type', 'application/json');
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const { status } = await fetch(tracesUrl(endpoint), {
      ...{ method: 'POST', headers, body: '{"resourceSpans":[]}', signal, redirect: 'manual' },
    });
    if (status >= 200 && status <= 299) return { name, state: 'ok', found: 'the collector accepts spans' };
    return warning(`the collector answers HTTP ${status}`, nextAfter(status));
  } catch {
    // Drops the cause on purpose: it may contain a header.
    const late = signal.aborted ? ` within ${timeoutMs / 1_000} s` : '';
    return warning(`the collector does not answer${late}`, 'start it, or correct endpoint');
  }
}

function nextAfter(status: number): string {
  if (status === 401 || status === 403) return 'check the key in headersParameter';
  return status < 500
    ? 'check endpoint: /v1/traces is appended to it'
    : 'look for the cause in the log of the collector';
}

/** Undefined if it is not in the form of OTEL_EXPORTER_OTLP_HEADERS. */
function toHeaders(text: string): Headers | undefined {
  if (text.split(',').some((pair) => pair.trim() !== '' && !pair.includes('='))) return undefined;
  try {
    return new Headers(parseHeaders(text));
  } catch {
    return undefined;
  }
}

/** Undefined if the stack does not exist. */
export async function checkStack(account: AwsAccount, stack: string): Promise<Check | undefined> {
  const name = `stack ${stack}`;
  const read = await attempt(name, () => account.stack(stack), 'allow cloudformation:DescribeStacks');
  if ('check' in read) return read.check;
  if (!read.value) return undefined;
  const { status, isProtected } = read.value;
  const found = `is in ${status}`;
  const failed = (next: string): Check => ({ name, state: 'failed', found, next });
  if (status === 'ROLLBACK_COMPLETE' || status === 'ROLLBACK_FAILED')
    return isProtected
      ? failed(
          `aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name ${stack}`,
        )
      : { name, state: 'warning', found, next: 'nothing: the deployment deletes and recreates the stack' };
  if (status === 'DELETE_FAILED') return failed(`npx cdk destroy ${stack}`);
  if (status.endsWith('_FAILED')) return failed(`npx cdk rollback ${stack}`);
  if (status.endsWith('_IN_PROGRESS') && status !== 'REVIEW_IN_PROGRESS') return failed('wait for it to finish');
  return { name, state: 'ok', found };
}

/** A deployed stack that is no longer configured; undefined if it does not exist. */
export async function checkLeftOut(account: AwsAccount, stack: string): Promise<Check | undefined> {
  const name = `stack ${stack}`;
  const read = await attempt(name, () => account.stack(stack), 'allow cloudformation:DescribeStacks');
  if ('check' in read) return read.check;
  if (!read.value) return undefined;
  return {
    name,
    state: 'warning',
    found: 'is deployed but no longer configured: it keeps running, and costing',
    next: `deploy, then delete it: aws cloudformation delete-stack --stack-name ${stack}`,
  };
}

async function attempt<T>(
  name: string,
  read: () => Promise<T>,
  next: string,
): Promise<{ value: T } | { check: Check }> {
  try {
    return { value: await read() };
  } catch (error) {
    return { check: { name, state: 'failed', found: toMessage(error), next } };
  }
}

const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));
