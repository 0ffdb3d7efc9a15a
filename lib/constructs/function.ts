import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Effect, type IRole, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, type Code, Function as LambdaFunction, LoggingFormat, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { ENV, sourceParameter } from '../../lambdas/contract/env';

/** What a function needs; 512 MB and 15 s unless said otherwise. */
export interface ServiceFunctionProps {
  readonly code: Code;
  /** `get-block.handler` */
  readonly handler: string;
  readonly logRetention: RetentionDays;
  readonly memoryMb?: number;
  readonly timeoutSeconds?: number;
}

/**
 * A function with a role and a log group of its own. It can do nothing until something is granted, and a grant gives
 * permission and environment together.
 */
export class ServiceFunction extends Construct {
  readonly fn: LambdaFunction;
  private readonly role: IRole;

  constructor(
    scope: Construct,
    id: string,
    { code, handler, logRetention, memoryMb = 512, timeoutSeconds = 15 }: ServiceFunctionProps,
  ) {
    super(scope, id);
    // Made by us, so that it goes with the stack.
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
    });
  }

  /** Adds a statement, with conditions where given. */
  allow(actions: string[], resources: string[], conditions?: Record<string, Record<string, unknown>>): void {
    this.role.addToPrincipalPolicy(
      new PolicyStatement({ effect: Effect.ALLOW, actions, resources, ...(conditions ? { conditions } : {}) }),
    );
  }

  /** Sets one of the declared variables. Called by grants alone. */
  set(name: keyof typeof ENV, value: string): void {
    this.fn.addEnvironment(ENV[name], value);
  }

  /** May read the source RPC URLs of these chains. The parameters are made by `cli sources put`, not by a template. */
  grantSources(path: string, chains: readonly { readonly chainId: string }[]): void {
    this.set('sources', path);
    const arn = (chainId: string) =>
      Stack.of(this).formatArn({
        service: 'ssm',
        resource: 'parameter',
        resourceName: sourceParameter(path, chainId).slice(1),
      });
    this.allow(
      ['ssm:GetParameter'],
      chains.map(({ chainId }) => arn(chainId)),
    );
  }
}

/** Lets a service call a function: this one, and no version of it. */
export const allowInvoke = (role: IRole, fn: LambdaFunction): void => {
  role.addToPrincipalPolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [fn.functionArn] }));
};
