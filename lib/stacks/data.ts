import { Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption, type CfnBucket, HttpMethods } from 'aws-cdk-lib/aws-s3';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { getNames } from '../../lambdas/app/contract/functions';
import type { Config } from '../../lambdas/core/contract/config';
import { exportMachineName } from '../../lambdas/core/contract/env';
import { EXPORT_FILE_DAYS } from '../../lambdas/exports/contract/exports';
import type { Resources } from '../constructs/grants';
import { SingleTable } from '../constructs/single-table';

/** While a node is down, the newest snapshot is all there is. */
const SNAPSHOT_DAYS = 7;

export class DataStack extends Stack {
  readonly table: SingleTable;
  readonly raw: Bucket;
  readonly exports: Bucket;
  readonly alarms: Topic;
  /** Messages of all queues that failed too often; a redrive returns each to its own. */
  readonly deadLetters: Queue;
  readonly resources: Pick<
    Resources,
    'table' | 'bucket' | 'exportBucket' | 'exportMachine' | 'deadLetters' | 'sources'
  >;

  constructor(scope: Construct, id: string, config: Config, props?: StackProps) {
    super(scope, id, props);
    const destroy = config.data === 'destroy';
    this.terminationProtection = !destroy;
    this.table = new SingleTable(this, 'Single', config);
    const bucket = {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      removalPolicy: destroy ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      autoDeleteObjects: destroy,
    };
    this.raw = new Bucket(this, 'Raw', {
      ...bucket,
      lifecycleRules: [{ id: 'Validators', prefix: 'states/validators/', expiration: Duration.days(SNAPSHOT_DAYS) }],
    });
    this.exports = new Bucket(this, 'Exports', {
      ...bucket,
      // A download URL grants access by itself, so pages of any origin may use it.
      cors: [
        {
          allowedMethods: [HttpMethods.GET, HttpMethods.HEAD],
          allowedOrigins: ['*'],
          allowedHeaders: ['*'],
          exposedHeaders: ['Accept-Ranges', 'Content-Range', 'ETag', 'x-amz-request-id'],
          maxAge: 86_400,
        },
      ],
      lifecycleRules: [
        { id: 'Files', prefix: 'files/', expiration: Duration.days(EXPORT_FILE_DAYS) },
        // Exports time out earlier, and parts of a finished export are never read again.
        { id: 'Parts', prefix: 'parts/', expiration: Duration.days(1) },
        { id: 'Unfinished', abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
    });
    // A changed logical ID would create a new, empty bucket.
    (this.raw.node.defaultChild as CfnBucket).overrideLogicalId('RawBlocks');
    (this.exports.node.defaultChild as CfnBucket).overrideLogicalId('ExportFiles');
    this.deadLetters = new Queue(this, 'DeadLetters', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    // For events that EventBridge cannot deliver. Granted here, because its rules are created after this stack.
    this.deadLetters.addToResourcePolicy(
      new PolicyStatement({
        sid: 'EventsOfTheBus',
        principals: [new ServicePrincipal('events.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [this.deadLetters.queueArn],
        conditions: {
          StringEquals: { 'aws:SourceAccount': this.account },
          ArnLike: { 'aws:SourceArn': this.formatArn({ service: 'events', resource: 'rule', resourceName: '*' }) },
        },
      }),
    );
    this.alarms = new Topic(this, 'Alarms', { enforceSSL: true });
    // enforceSSL replaces the topic's default policy, which had allowed the account's alarms.
    this.alarms.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AlarmsOfThisAccount',
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.alarms.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    );
    if (config.alarmEmail) this.alarms.addSubscription(new EmailSubscription(config.alarmEmail));
    // Stacks of versions that imported the table, instead of using its name, need both until they are updated.
    for (const value of [this.table.table.tableName, this.table.table.tableArn]) this.exportValue(value);
    // Created last: a failed first deployment deletes its resources, and could not delete a protected table.
    this.table.table.node.addDependency(this.raw, this.exports, this.alarms, this.deadLetters);
    const sources = {
      path: `/${config.name}/sources`,
      chains: config.chains.map(({ chainId }) => chainId),
      pChains: getNames('pChains', config),
    };
    this.resources = {
      table: this.table,
      bucket: this.raw,
      exportBucket: this.exports,
      exportMachine: exportMachineName(config.name),
      deadLetters: this.deadLetters,
      sources,
    };
  }
}
