import { Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnDeliveryStream } from 'aws-cdk-lib/aws-kinesisfirehose';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { BlockPublicAccess, Bucket, BucketEncryption, type CfnBucket } from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Config } from '../../lambdas/core/contract/config';
import type { CodeOf } from '../assets';
import { routesIn } from '../constructs/route';
import { addRouteFunctions } from '../constructs/route-functions';
import { addFunctions, type DeployedFunction } from '../functions';
import type { DataStack } from './data';
import type { IndexerStack } from './indexer';

/** Requests are counted within two minutes, delivery included. Not shorter: each object costs as much as ten writes. */
const BUFFER = { intervalInSeconds: 90, sizeInMBs: 16 };

export class UsageStack extends Stack {
  readonly functions: readonly DeployedFunction[];
  readonly answering: ReadonlyMap<string, IFunction>;
  readonly accessLogs: Bucket;
  readonly stream: CfnDeliveryStream;
  private readonly writer: Role;

  constructor(
    scope: Construct,
    id: string,
    config: Config,
    { data, indexer }: { readonly data: DataStack; readonly indexer: IndexerStack },
    toCode: CodeOf,
    props?: StackProps,
  ) {
    super(scope, id, props);
    const destroy = config.data === 'destroy';
    this.accessLogs = new Bucket(this, 'AccessLogs', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      removalPolicy: destroy ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      autoDeleteObjects: destroy,
      lifecycleRules: [{ id: 'AllObjects', expiration: Duration.days(config.logRetentionDays) }],
    });
    const resources = { ...data.resources, bus: indexer.bus };
    this.functions = addFunctions(this, 'usage', {
      config,
      code: toCode('usage'),
      topic: data.alarms,
      deadLetters: data.deadLetters,
      resources: { ...resources, accessLogs: this.accessLogs },
    });
    this.answering = addRouteFunctions(new Construct(this, 'Api'), routesIn('usage'), {
      code: toCode('api'),
      config,
      resources: { ...resources, queues: new Map() },
    });
    for (const { spec, worker } of this.functions)
      if (worker && spec.queue?.fedBy === 'accessLogs') this.announceObjects(worker.queue);
    this.writer = new Role(this, 'Writer', { assumedBy: new ServicePrincipal('firehose.amazonaws.com') });
    this.stream = this.addStream(config);
  }

  /** Set on the resource itself: CDK's own construct would add a custom resource with a function. */
  private announceObjects(queue: Queue): void {
    queue.addToResourcePolicy(
      new PolicyStatement({
        sid: 'ObjectsOfTheAccessLog',
        principals: [new ServicePrincipal('s3.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [queue.queueArn],
        // Limited by account, not by bucket: the bucket is created after this policy.
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    );
    const bucket = this.accessLogs.node.defaultChild as CfnBucket;
    bucket.overrideLogicalId('AccessLogs');
    bucket.notificationConfiguration = {
      queueConfigurations: [{ event: 's3:ObjectCreated:*', queue: queue.queueArn }],
    };
    // S3 verifies at creation that it may send.
    bucket.node.addDependency(queue.node.findChild('Policy'));
  }

  private addStream({ name }: Config): CfnDeliveryStream {
    const { bucketArn } = this.accessLogs;
    this.writer.addToPolicy(
      new PolicyStatement({
        effect: Effect.ALLOW,
        // The actions that Firehose's documentation requires.
        actions: ['s3:AbortMultipartUpload', 's3:GetObject', 's3:PutObject'],
        resources: [this.accessLogs.arnForObjects('*')],
      }),
    );
    this.writer.addToPolicy(
      new PolicyStatement({
        effect: Effect.ALLOW,
        actions: ['s3:GetBucketLocation', 's3:ListBucket', 's3:ListBucketMultipartUploads'],
        resources: [bucketArn],
      }),
    );
    const stream = new CfnDeliveryStream(this, 'Requests', {
      // API Gateway requires this prefix.
      deliveryStreamName: `amazon-apigateway-${name}-requests`,
      deliveryStreamType: 'DirectPut',
      deliveryStreamEncryptionConfigurationInput: { keyType: 'AWS_OWNED_CMK' },
      extendedS3DestinationConfiguration: {
        bucketArn,
        roleArn: this.writer.roleArn,
        bufferingHints: BUFFER,
        compressionFormat: 'GZIP',
        prefix: 'requests/',
        errorOutputPrefix: 'failed/',
      },
    });
    stream.node.addDependency(this.writer);
    return stream;
  }
}
