import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Effect, type IRole, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  type Code,
  type IFunction,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  type SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Config } from '../../lambdas/core/contract/config';
import { ENV, sourceParameter } from '../../lambdas/core/contract/env';

/** Defaults: 512 MB, 15 s. */
export interface ServiceFunctionProps {
  readonly code: Code;
  readonly handler: string;
  readonly logRetention: RetentionDays;
  readonly memoryMb?: number;
  readonly timeoutSeconds?: number;
  /** Exempts the function from Lambda's recursive loop detection. */
  readonly recursive?: boolean;
  readonly systemLog?: SystemLogLevel;
}

/** Has no permissions until granted. Each grant sets the permission together with its environment variable. */
export class ServiceFunction extends Construct {
  readonly fn: LambdaFunction;
  private readonly role: IRole;

  constructor(
    scope: Construct,
    id: string,
    { code, handler, logRetention, memoryMb = 512, timeoutSeconds = 15, recursive, systemLog }: ServiceFunctionProps,
  ) {
    super(scope, id);
    // Explicit, so that the logs are deleted with the stack.
    const logGroup = new LogGroup(this, 'Logs', { retention: logRetention, removalPolicy: RemovalPolicy.DESTROY });
    this.role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    this.allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]);
    this.fn = new LambdaFunction(this, 'Function', {
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: memoryMb,
      timeout: Duration.seconds(timeoutSeconds),
      code,
      handler,
      role: this.role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      ...(recursive ? { recursiveLoop: RecursiveLoop.ALLOW } : {}),
      ...(systemLog ? { systemLogLevelV2: systemLog } : {}),
    });
  }

  allow(actions: string[], resources: string[], conditions?: Record<string, Record<string, unknown>>): void {
    this.role.addToPrincipalPolicy(
      new PolicyStatement({ effect: Effect.ALLOW, actions, resources, ...(conditions ? { conditions } : {}) }),
    );
  }

  /** Only grants call it. */
  set(name: keyof typeof ENV, value: string): void {
    this.fn.addEnvironment(ENV[name], value);
  }

  /** By name or name pattern. `cli sources put` creates the parameters, not the template. */
  grantSources(path: string, names: readonly string[]): void {
    this.set('sources', path);
    // IAM requires a resource, and a P-Chain-only service has no EVM sources.
    if (names.length === 0) return;
    this.allowParameters(names.map((name) => sourceParameter(path, name)));
  }

  /** The operator creates the parameter, not the template. */
  grantTelemetry({ name, openTelemetry }: Pick<Config, 'name' | 'openTelemetry'>): void {
    if (!openTelemetry) return;
    const { endpoint, headersParameter, sampleRatio } = openTelemetry;
    this.set('otlpEndpoint', endpoint);
    this.set('otlpService', name);
    this.set('otlpRatio', String(sampleRatio));
    if (headersParameter === undefined) return;
    this.set('otlpHeaders', headersParameter);
    this.allowParameters([headersParameter]);
  }

  /** By full name, which begins with a slash. */
  private allowParameters(names: readonly string[]): void {
    const arn = (name: string) =>
      Stack.of(this).formatArn({ service: 'ssm', resource: 'parameter', resourceName: name.slice(1) });
    this.allow(['ssm:GetParameter'], names.map(arn));
  }
}

/** Allows the unqualified ARN, but no versions or aliases. */
export const allowInvoke = (role: IRole, fn: Pick<IFunction, 'functionArn'>): void => {
  role.addToPrincipalPolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [fn.functionArn] }));
};
