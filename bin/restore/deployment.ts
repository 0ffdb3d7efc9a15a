import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
  UpdateStackCommand,
} from '@aws-sdk/client-cloudformation';
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import {
  DeleteFunctionConcurrencyCommand,
  GetEventSourceMappingCommand,
  LambdaClient,
  PutFunctionConcurrencyCommand,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';
import { PutParameterCommand, SSMClient, type SSMClientConfig } from '@aws-sdk/client-ssm';
import { createClient } from '../../lambdas/core/aws/clients';
import { TABLE_PARAMETER } from '../../lambdas/core/contract/env';
import { sleep } from '../../lambdas/core/runtime/clock';
import { TABLE } from '../../lambdas/core/table/schema';
import { createAccount } from '../cli/aws-account';

export interface TableState {
  /** As DynamoDB reports it: `ACTIVE` once it can be used. */
  readonly status: string;
  /** Updated by DynamoDB every six hours. */
  readonly bytes: number;
  readonly isProtected: boolean;
}

interface StackResource {
  readonly type: string;
  readonly logicalId: string;
  readonly physicalId: string;
}

type DeploymentSettings = Pick<SSMClientConfig, 'region' | 'credentials' | 'endpoint'>;

/** Something else is changing the resource, or it is not ready yet. */
const BUSY = new Set(['ResourceInUseException', 'ResourceConflictException', 'ContinuousBackupsUnavailableException']);
const BUSY_ATTEMPTS = 60;
const BUSY_MS = 5_000;

/** AWS's calls to restore and switch tables. Errors are the SDK's own. */
export function createDeployment(settings: DeploymentSettings = {}, wait: (ms: number) => Promise<void> = sleep) {
  const dynamo = createClient(DynamoDBClient, settings);
  const ssm = createClient(SSMClient, settings);
  const account = createAccount(settings);
  const cloudFormation = createClient(CloudFormationClient, settings);
  const lambda = createClient(LambdaClient, settings);
  const stack = async (StackName: string) =>
    (await cloudFormation.send(new DescribeStacksCommand({ StackName }))).Stacks?.[0];

  const patiently = async <T>(call: () => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt++)
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof Error && BUSY.has(error.name)) || attempt === BUSY_ATTEMPTS) throw error;
        await wait(BUSY_MS);
      }
  };

  return {
    /** Undefined if it does not exist. */
    async table(TableName: string): Promise<TableState | undefined> {
      try {
        const { Table } = await dynamo.send(new DescribeTableCommand({ TableName }));
        return {
          status: `${Table?.TableStatus}`,
          bytes: Table?.TableSizeBytes ?? 0,
          isProtected: Table?.DeletionProtectionEnabled === true,
        };
      } catch (error) {
        if (error instanceof ResourceNotFoundException) return undefined;
        throw error;
      }
    },
    /** The moments to which the table can be restored, Unix ms; undefined without point-in-time recovery. */
    async recoveryWindow(TableName: string): Promise<{ readonly from: number; readonly to: number } | undefined> {
      const { ContinuousBackupsDescription: found } = await dynamo.send(
        new DescribeContinuousBackupsCommand({ TableName }),
      );
      const { PointInTimeRecoveryStatus, EarliestRestorableDateTime, LatestRestorableDateTime } =
        found?.PointInTimeRecoveryDescription ?? {};
      if (PointInTimeRecoveryStatus !== 'ENABLED' || !EarliestRestorableDateTime || !LatestRestorableDateTime)
        return undefined;
      return { from: EarliestRestorableDateTime.getTime(), to: LatestRestorableDateTime.getTime() };
    },
    /** `at`: Unix ms, rounded down to a second. */
    async restoreTable(SourceTableName: string, TargetTableName: string, at: number): Promise<void> {
      const RestoreDateTime = new Date(Math.floor(at / 1_000) * 1_000);
      await dynamo.send(new RestoreTableToPointInTimeCommand({ SourceTableName, TargetTableName, RestoreDateTime }));
    },
    /** A restored table has neither. Idempotent. */
    async keepSettings(TableName: string, isProtected: boolean): Promise<void> {
      const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
      await patiently(() =>
        dynamo.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification })),
      );
      const { Table } = await dynamo.send(new DescribeTableCommand({ TableName }));
      if ((Table?.DeletionProtectionEnabled === true) !== isProtected)
        await patiently(() =>
          dynamo.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: isProtected })),
        );
      const TimeToLiveSpecification = { AttributeName: TABLE.ttl, Enabled: true };
      await patiently(() => dynamo.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }))).catch(
        (error: unknown) => {
          if (!(error instanceof Error && error.message.includes('already enabled'))) throw error;
        },
      );
    },

    parameter: account.parameter,
    async putParameter(Name: string, Value: string): Promise<void> {
      await ssm.send(new PutParameterCommand({ Name, Value, Type: 'String', Overwrite: true }));
    },

    async stackResources(StackName: string): Promise<StackResource[]> {
      const found: StackResource[] = [];
      for await (const { StackResourceSummaries = [] } of paginateListStackResources(
        { client: cloudFormation },
        { StackName },
      ))
        for (const { ResourceType, LogicalResourceId, PhysicalResourceId } of StackResourceSummaries)
          if (ResourceType && LogicalResourceId && PhysicalResourceId)
            found.push({ type: ResourceType, logicalId: LogicalResourceId, physicalId: PhysicalResourceId });
      return found;
    },
    /** Undefined if the stack does not exist. `table`: the one that its resources use, if it uses one. */
    async stack(name: string): Promise<{ readonly status: string; readonly table?: string } | undefined> {
      const found = await stack(name).catch((error: unknown) => {
        // CloudFormation has no error code for a missing stack.
        if (error instanceof Error && error.message.endsWith('does not exist')) return undefined;
        throw error;
      });
      if (!found) return undefined;
      const value = (name: string) => found.Parameters?.find(({ ParameterKey }) => ParameterKey === name);
      const table = value('TableInUse')?.ResolvedValue ?? value(TABLE_PARAMETER)?.ParameterValue;
      return { status: `${found.StackStatus}`, ...(table === undefined ? {} : { table }) };
    },
    /** With the previous template and `given` parameters. CloudFormation re-reads the others from SSM. */
    async updateStack(StackName: string, given: Readonly<Record<string, string>>): Promise<void> {
      const { Parameters = [] } = (await stack(StackName)) ?? {};
      await cloudFormation.send(
        new UpdateStackCommand({
          StackName,
          UsePreviousTemplate: true,
          Parameters: Parameters.map(({ ParameterKey = '' }) => {
            const ParameterValue = given[ParameterKey];
            return ParameterValue === undefined
              ? { ParameterKey, UsePreviousValue: true }
              : { ParameterKey, ParameterValue };
          }),
          Capabilities: ['CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM', 'CAPABILITY_AUTO_EXPAND'],
        }),
      );
    },

    /** Running invocations end; no other one starts. */
    async stopFunction(FunctionName: string): Promise<void> {
      const stop = new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions: 0 });
      await patiently(() => lambda.send(stop));
    },
    async startFunction(FunctionName: string): Promise<void> {
      await patiently(() => lambda.send(new DeleteFunctionConcurrencyCommand({ FunctionName })));
    },
    async setMapping(UUID: string, Enabled: boolean): Promise<void> {
      await patiently(() => lambda.send(new UpdateEventSourceMappingCommand({ UUID, Enabled })));
    },
    /** `Enabled`, `Disabled`, or on the way to one of them. */
    async mapping(UUID: string): Promise<string> {
      return `${(await lambda.send(new GetEventSourceMappingCommand({ UUID }))).State}`;
    },
  };
}
export type Deployment = ReturnType<typeof createDeployment>;
