import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetParameterCommand, ParameterNotFound, SSMClient, type SSMClientConfig } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { createClient } from '../../lambdas/core/aws/clients';

type ClientSettings = Pick<SSMClientConfig, 'region' | 'credentials' | 'endpoint' | 'maxAttempts'>;

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

/** The account that the environment or a profile names, unless `settings` do. The errors are AWS's own. */
export function createAccount(settings: ClientSettings = {}): AwsAccount {
  const ssm = createClient(SSMClient, settings);
  const sts = createClient(STSClient, settings);
  const lambda = createClient(LambdaClient, settings);
  const cloudFormation = createClient(CloudFormationClient, settings);
  return {
    region: () => ssm.config.region(),
    async caller() {
      const { Account = '', Arn = '' } = await sts.send(new GetCallerIdentityCommand({}));
      return { account: Account, arn: Arn };
    },
    async parameter(Name) {
      try {
        const { Parameter } = await ssm.send(new GetParameterCommand({ Name, WithDecryption: true }));
        return Parameter?.Value;
      } catch (error) {
        if (error instanceof ParameterNotFound) return undefined;
        throw error;
      }
    },
    async concurrency() {
      const { AccountLimit = {} } = await lambda.send(new GetAccountSettingsCommand({}));
      const { ConcurrentExecutions = 0, UnreservedConcurrentExecutions = 0 } = AccountLimit;
      return { quota: ConcurrentExecutions, unreserved: UnreservedConcurrentExecutions };
    },
    async stack(StackName) {
      try {
        const { Stacks: [stack] = [] } = await cloudFormation.send(new DescribeStacksCommand({ StackName }));
        return stack && { status: `${stack.StackStatus}`, isProtected: stack.EnableTerminationProtection === true };
      } catch (error) {
        // CloudFormation has no error of its own for it.
        if (error instanceof Error && error.message.endsWith('does not exist')) return undefined;
        throw error;
      }
    },
  };
}
