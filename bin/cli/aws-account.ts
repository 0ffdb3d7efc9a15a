import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetParameterCommand, ParameterNotFound, SSMClient, type SSMClientConfig } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { createClient } from '../../lambdas/core/aws/clients';

type ClientSettings = Pick<SSMClientConfig, 'region' | 'credentials' | 'endpoint' | 'maxAttempts'>;

/** Methods throw if AWS refuses or does not answer. */
export interface AwsAccount {
  /** Throws if neither the environment nor the profile sets one. */
  region(): Promise<string>;
  /** Throws if credentials are missing or expired. */
  caller(): Promise<{ readonly account: string; readonly arn: string }>;
  /** Decrypted; undefined if it does not exist. */
  parameter(name: string): Promise<string | undefined>;
  /** Of concurrent executions; `unreserved` excludes the part reserved by functions. */
  concurrency(): Promise<{ readonly quota: number; readonly unreserved: number }>;
  /** Undefined if the stack does not exist. */
  stack(name: string): Promise<{ readonly status: string; readonly isProtected: boolean } | undefined>;
}

/** `settings` override environment and profile. Errors are the AWS SDK's own. */
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
        // CloudFormation has no error code for a missing stack.
        if (error instanceof Error && error.message.endsWith('does not exist')) return undefined;
        throw error;
      }
    },
  };
}
