import * as z from 'zod';
import { ResourcePolicy, RolePolicy, TrustPolicy } from './iam/policies';

/** Without effect locally: encryption, protection, tags and the like. */
const ignored = z.unknown().optional();
const text = z.string();
const number = z.coerce.number();
const keySchema = z.array(z.strictObject({ AttributeName: text, KeyType: z.enum(['HASH', 'RANGE']) }));

/** Any property that is not listed is rejected. */
export const handledTypes = {
  'AWS::DynamoDB::Table': z.strictObject({
    TableName: text.optional(),
    AttributeDefinitions: z.array(z.strictObject({ AttributeName: text, AttributeType: z.enum(['S', 'N', 'B']) })),
    KeySchema: keySchema,
    GlobalSecondaryIndexes: z
      .array(
        z.strictObject({
          IndexName: text,
          KeySchema: keySchema,
          Projection: z.strictObject({
            ProjectionType: z.enum(['ALL', 'KEYS_ONLY', 'INCLUDE']),
            NonKeyAttributes: z.array(text).optional(),
          }),
          ContributorInsightsSpecification: ignored,
          OnDemandThroughput: ignored,
        }),
      )
      .optional(),
    TimeToLiveSpecification: z.strictObject({ AttributeName: text, Enabled: z.boolean() }).optional(),
    BillingMode: z.literal('PAY_PER_REQUEST'),
    ContributorInsightsSpecification: ignored,
    DeletionProtectionEnabled: ignored,
    OnDemandThroughput: ignored,
    PointInTimeRecoverySpecification: ignored,
    SSESpecification: ignored,
    TableClass: ignored,
    Tags: ignored,
  }),
  'AWS::SSM::Parameter': z.strictObject({ Name: text, Type: z.literal('String'), Value: text }),
  'AWS::SQS::Queue': z.strictObject({
    QueueName: text.optional(),
    VisibilityTimeout: number.optional(),
    DelaySeconds: number.optional(),
    ReceiveMessageWaitTimeSeconds: number.optional(),
    RedrivePolicy: z.strictObject({ deadLetterTargetArn: text, maxReceiveCount: number }).optional(),
    FifoQueue: z.boolean().optional(),
    ContentBasedDeduplication: z.boolean().optional(),
    KmsMasterKeyId: ignored,
    MaximumMessageSize: ignored,
    MessageRetentionPeriod: ignored, // days: longer than a local run
    SqsManagedSseEnabled: ignored,
    Tags: ignored,
  }),
  'AWS::S3::Bucket': z.strictObject({
    BucketName: text.optional(),
    BucketEncryption: ignored,
    CorsConfiguration: z
      .strictObject({
        CorsRules: z.array(
          z.strictObject({
            AllowedOrigins: z.tuple([z.literal('*')]),
            AllowedHeaders: z.tuple([z.literal('*')]),
            AllowedMethods: z.array(text),
            ExposedHeaders: z.array(text).optional(),
            MaxAge: number.optional(),
          }),
        ),
      })
      .optional(),
    LifecycleConfiguration: ignored, // days: longer than a local run
    // Only objects of delivery streams are announced: `checkWiring` rejects functions that may write there.
    NotificationConfiguration: z
      .strictObject({
        QueueConfigurations: z.array(z.strictObject({ Event: z.literal('s3:ObjectCreated:*'), Queue: text })),
      })
      .optional(),
    OwnershipControls: ignored,
    PublicAccessBlockConfiguration: ignored,
    Tags: ignored,
  }),
  'AWS::Lambda::Function': z.strictObject({
    FunctionName: text.optional(),
    Code: z.strictObject({ S3Bucket: text, S3Key: text }),
    Handler: text,
    Runtime: text.regex(/^nodejs/, 'must be a Node.js runtime'),
    Timeout: number.default(3),
    MemorySize: number.default(128),
    Environment: z.strictObject({ Variables: z.record(text, z.coerce.string()).default({}) }).optional(),
    LoggingConfig: z
      .strictObject({
        LogFormat: z.literal('JSON'),
        LogGroup: ignored,
        ApplicationLogLevel: ignored,
        SystemLogLevel: ignored,
      })
      .optional(),
    Architectures: ignored,
    Description: ignored,
    RecursiveLoop: ignored, // local mode does not detect loops
    Role: text,
    Tags: ignored,
    TracingConfig: ignored,
  }),
  'AWS::Lambda::EventSourceMapping': z.strictObject({
    EventSourceArn: text.regex(/:sqs:/, 'must be an SQS queue'),
    FunctionName: text,
    BatchSize: number.default(10),
    MaximumBatchingWindowInSeconds: number.default(0),
    FunctionResponseTypes: z.array(z.literal('ReportBatchItemFailures')).default([]),
    ScalingConfig: z.strictObject({ MaximumConcurrency: number }).optional(),
    Enabled: z.boolean().default(true),
    Tags: ignored,
  }),
  'AWS::Lambda::EventInvokeConfig': z.strictObject({
    FunctionName: text,
    Qualifier: z.literal('$LATEST'),
    MaximumRetryAttempts: number.default(2),
    MaximumEventAgeInSeconds: ignored,
  }),
  'AWS::Events::EventBus': z.strictObject({ Name: text, Description: ignored, Tags: ignored }),
  'AWS::Events::Rule': z.strictObject({
    Name: text.optional(),
    EventBusName: text.default('default'),
    EventPattern: z.record(text, z.unknown()),
    State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
    // Function targets and input transformers are rejected, as nothing delivers them.
    Targets: z
      .array(
        z.strictObject({
          Arn: text.regex(/:sqs:/, 'must be an SQS queue'),
          Id: text,
          // Never used here: PutEvents fails as a whole if a queue does not accept the event.
          DeadLetterConfig: z.strictObject({ Arn: text }).optional(),
          RetryPolicy: ignored,
        }),
      )
      .default([]),
    Description: ignored,
    Tags: ignored,
  }),
  'AWS::IAM::Role': z.strictObject({
    AssumeRolePolicyDocument: TrustPolicy,
    Description: ignored,
    ManagedPolicyArns: ignored, // AWS's own grant logs, which are files here
    Tags: ignored,
  }),
  'AWS::IAM::Policy': z.strictObject({ PolicyName: text, PolicyDocument: RolePolicy, Roles: z.array(text) }),
  // CDK moves statements that exceed a role's inline policy to managed policies.
  'AWS::IAM::ManagedPolicy': z.strictObject({
    PolicyDocument: RolePolicy,
    Roles: z.array(text),
    Description: ignored,
    Path: ignored,
  }),
  'AWS::SQS::QueuePolicy': z.strictObject({ Queues: z.array(text), PolicyDocument: ResourcePolicy }),
  'AWS::KinesisFirehose::DeliveryStream': z.strictObject({
    DeliveryStreamName: text,
    DeliveryStreamType: z.literal('DirectPut'),
    DeliveryStreamEncryptionConfigurationInput: ignored,
    ExtendedS3DestinationConfiguration: z.strictObject({
      BucketARN: text,
      RoleARN: text,
      Prefix: text.regex(/^[^!]*$/, 'must be without expressions').default(''),
      ErrorOutputPrefix: ignored, // no object fails here
      BufferingHints: z.strictObject({ IntervalInSeconds: number, SizeInMBs: number }),
      CompressionFormat: z.literal('GZIP'),
    }),
    Tags: ignored,
  }),
  'AWS::Scheduler::Schedule': z.strictObject({
    Name: text.optional(),
    ScheduleExpression: text,
    State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
    FlexibleTimeWindow: z.strictObject({ Mode: z.literal('OFF') }),
    Target: z.strictObject({
      Arn: text.regex(/:lambda:/, 'must be a Lambda function'),
      Input: text.default('{}'),
      RetryPolicy: ignored, // retries of passing the event to Lambda, which cannot fail here
      DeadLetterConfig: ignored,
      RoleArn: text,
    }),
    Description: ignored,
    GroupName: ignored,
    ScheduleExpressionTimezone: ignored,
  }),
  'AWS::StepFunctions::StateMachine': z.strictObject({
    // Unsupported features of the language are rejected at startup.
    DefinitionString: text,
    StateMachineName: text.optional(),
    StateMachineType: z.literal('STANDARD').default('STANDARD'),
    RoleArn: text,
    EncryptionConfiguration: ignored,
    LoggingConfiguration: ignored,
    Tags: ignored,
    TracingConfiguration: ignored,
  }),
  'AWS::ApiGateway::RestApi': z.strictObject({
    Name: text,
    Body: z.record(text, z.unknown()),
    Description: ignored,
    DisableExecuteApiEndpoint: ignored,
    EndpointConfiguration: ignored,
    FailOnWarnings: ignored,
    MinimumCompressionSize: number.optional(),
    Parameters: z.strictObject({ endpointConfigurationTypes: z.literal('REGIONAL') }).optional(),
    Tags: ignored,
  }),
  'AWS::ApiGateway::Stage': z.strictObject({
    RestApiId: text,
    StageName: text,
    MethodSettings: z
      .array(
        z.strictObject({
          ResourcePath: text,
          HttpMethod: text,
          ThrottlingRateLimit: number.optional(),
          ThrottlingBurstLimit: number.optional(),
          DataTraceEnabled: ignored,
          LoggingLevel: ignored,
          MetricsEnabled: ignored,
        }),
      )
      .default([]),
    AccessLogSetting: z.strictObject({ DestinationArn: text, Format: text }).optional(),
    DeploymentId: ignored,
    Description: ignored,
    Tags: ignored,
    TracingEnabled: ignored,
  }),
  'AWS::ApiGateway::UsagePlan': z.strictObject({
    UsagePlanName: text,
    Throttle: z.strictObject({ RateLimit: number, BurstLimit: number }).optional(),
    Quota: z.strictObject({ Limit: number, Period: z.enum(['DAY', 'WEEK', 'MONTH']) }).optional(),
    ApiStages: z
      .array(z.strictObject({ ApiId: text, Stage: text, Throttle: z.strictObject({}).optional() }))
      .default([]),
    Description: ignored,
    Tags: ignored,
  }),
  'AWS::ApiGateway::ApiKey': z.strictObject({
    Name: text,
    Value: text,
    Enabled: z.boolean().default(false),
    Description: text.optional(),
    StageKeys: ignored,
    Tags: ignored,
  }),
  'AWS::ApiGateway::UsagePlanKey': z.strictObject({ KeyId: text, KeyType: z.literal('API_KEY'), UsagePlanId: text }),
} as const;

export type HandledType = keyof typeof handledTypes;
/** Intrinsics are resolved and defaults applied. */
export type Properties<Type extends HandledType> = z.output<(typeof handledTypes)[Type]>;

export const skippedTypes: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [
    /^AWS::(S3::Bucket|SNS::Topic)Policy$/,
    'it only admits callers without a role, which do not exist locally; tests read it',
  ],
  [/^AWS::Logs::LogGroup$/, 'logs are files under the data directory'],
  [/^AWS::CloudWatch::(Alarm|CompositeAlarm|Dashboard)$/, 'a local run has no on-call'],
  [/^AWS::SNS::(Topic|Subscription)$/, 'topics carry alarms only'],
  [/^AWS::ApiGateway::(Account|Deployment)$/, 'the gateway serves the template as it is'],
  [/^AWS::CDK::Metadata$/, 'it only records the CDK version'],
  [/^AWS::WAFv2::/, 'the firewall is for public endpoints, not for loopback'],
  [/^AWS::Budgets::Budget$/, 'nothing here costs money'],
  [/^Custom::S3AutoDeleteObjects$/, 'delete the data directory instead'],
];
