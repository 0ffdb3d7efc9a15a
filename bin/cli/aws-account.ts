import { GetParameterCommand, type SSMClient } from '@aws-sdk/client-ssm';
import { domainOf } from '../../lambdas/adapters/aws/domain';

/** An AWS account in one region, as far as `preflight` reads it. Methods throw when AWS refuses or does not answer. */
export interface AwsAccount {
  /** Throws when neither the environment nor the profile sets one. */
  region(): Promise<string>;
  /** Throws when there are no credentials, or expired ones. */
  caller(): Promise<{ readonly account: string; readonly arn: string }>;
  /** The decrypted value of an SSM parameter; undefined if there is none. */
  parameter(name: string): Promise<string | undefined>;
  /** Lambda's quota of concurrent executions, and the part of it that no function has reserved. */
  concurrency(): Promise<{ readonly quota: number; readonly unreserved: number }>;
  /** A CloudFormation stack; undefined if there is none. */
  stack(name: string): Promise<{ readonly status: string; readonly isProtected: boolean } | undefined>;
}

/** Longest wait for an answer of AWS, ms. */
const TIMEOUT_MS = 10_000;

/** A refusal of AWS. The message is AWS's own. */
class AwsError extends Error {}

/**
 * The account of a client's credentials and region. Only SSM has an SDK client among the dependencies: the three other
 * reads are requests that the same client's credentials sign. `endpoint` replaces the addresses of AWS, as
 * `AWS_ENDPOINT_URL` does.
 */
export function openAccount(client: SSMClient, endpoint = process.env.AWS_ENDPOINT_URL): AwsAccount {
  const get = async (service: string, path: string, query: Record<string, string> = {}): Promise<string> => {
    const region = await client.config.region();
    const url = new URL(path, endpoint ?? `https://${service}.${region}.${domainOf(region)}`);
    url.search = new URLSearchParams(query).toString();
    const { protocol, hostname, host } = url;
    const request = { method: 'GET', protocol, hostname, path, query, headers: { host } };
    // The service is given here: given to `signer`, the client would keep it for its own requests.
    const { headers } = await (await client.config.signer()).sign(request, { signingService: service });
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined);
    if (!response) throw new AwsError(`${host} does not answer`);
    const body = await response.text();
    if (response.ok) return body;
    const message = element(body, 'Message') ?? /"message"\s*:\s*"([^"]*)"/i.exec(body)?.[1];
    throw new AwsError(message ?? `${service} answers HTTP ${response.status}`);
  };

  return {
    region: () => client.config.region(),
    async caller() {
      const answer = await get('sts', '/', { Action: 'GetCallerIdentity', Version: '2011-06-15' });
      return { account: element(answer, 'Account') ?? '', arn: element(answer, 'Arn') ?? '' };
    },
    async parameter(Name) {
      try {
        const { Parameter } = await client.send(new GetParameterCommand({ Name, WithDecryption: true }));
        return Parameter?.Value;
      } catch (error) {
        if (error instanceof Error && error.name === 'ParameterNotFound') return undefined;
        throw error;
      }
    },
    async concurrency() {
      const { AccountLimit } = JSON.parse(await get('lambda', '/2016-08-19/account-settings/')) as AccountSettings;
      return { quota: AccountLimit.ConcurrentExecutions, unreserved: AccountLimit.UnreservedConcurrentExecutions };
    },
    async stack(StackName) {
      const query = { Action: 'DescribeStacks', Version: '2010-05-15', StackName };
      const answer = await get('cloudformation', '/', query).catch((error: unknown) => {
        if (error instanceof AwsError && error.message.endsWith('does not exist')) return undefined;
        throw error;
      });
      const status = answer && element(answer, 'StackStatus');
      if (!answer || !status) return undefined;
      return { status, isProtected: element(answer, 'EnableTerminationProtection') === 'true' };
    },
  };
}

/** Lambda's answer to GetAccountSettings. */
interface AccountSettings {
  readonly AccountLimit: { readonly ConcurrentExecutions: number; readonly UnreservedConcurrentExecutions: number };
}

/** The text of the first element of this name in an answer of STS or CloudFormation, which are XML. */
const element = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
