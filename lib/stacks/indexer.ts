import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Config } from '../../lambdas/contract/config';
import { BLOCK_EVENT } from '../../lambdas/contract/events';
import { METRIC } from '../../lambdas/contract/metrics';
import { type EntityName, entities, WEBHOOK_ENTITIES } from '../../lambdas/table/schema';
import { ServiceAlarm } from '../constructs/alarm';
import { ChainSchedules } from '../constructs/chain-schedules';
import { ServiceFunction } from '../constructs/function';
import { Worker } from '../constructs/worker';
import type { DataStack } from './data';

/** Longer than a minute: a follower hands over to the next tick's, which may come late within its minute. */
const FOLLOW_TIMEOUT = Duration.seconds(150);

const HOLDINGS = ['Erc20Holding', 'Erc721Holding', 'Erc1155Holding'] as const;

/** The follower of every chain, and the bus that tells of their blocks. */
export class IndexerStack extends Stack {
  readonly follower: ServiceFunction;
  readonly freshness: Worker;
  readonly tokens: Worker;
  readonly nfts: Worker;
  readonly backfill: ServiceFunction;
  readonly reconciler: ServiceFunction;
  readonly tracer: ServiceFunction;
  readonly bus: EventBus;

  constructor(scope: Construct, id: string, config: Config, data: DataStack, code: Code, props?: StackProps) {
    super(scope, id, props);
    const logRetention = config.logRetentionDays as RetentionDays;
    const chains = config.chains.filter((chain) => chain.index);
    const traced = chains.filter((chain) => chain.traces);
    this.bus = new EventBus(this, 'Bus', { eventBusName: `${config.name}-blocks` });

    this.follower = new ServiceFunction(this, 'Follow', {
      code,
      handler: 'follow.handler',
      logRetention,
      memoryMb: 512,
      timeout: FOLLOW_TIMEOUT,
    });
    // All of them: what a block writes, and what says how far it did.
    const rows = (Object.keys(entities) as EntityName[]).filter((name) => !WEBHOOK_ENTITIES.includes(name));
    data.table.grant(this.follower, { reads: rows, writes: rows });
    this.follower.set('bucket', data.raw.bucketName);
    this.follower.allow(['s3:GetObject', 's3:PutObject'], [data.raw.arnForObjects('raw/*')]);
    this.follower.set('bus', this.bus.eventBusName);
    this.follower.allow(['events:PutEvents'], [this.bus.eventBusArn]);
    this.follower.grantSources(`/${config.name}/sources`, config.chains);
    new ChainSchedules(this, 'Follows', { worker: this.follower, rate: 'rate(1 minute)', does: 'Follows', chains });

    this.freshness = new Worker(this, 'BlockFreshness', {
      code,
      handler: 'block-freshness.handler',
      logRetention,
      memoryMb: 256,
      batchSize: 10,
      maxConcurrency: 2,
      lateAfter: Duration.minutes(5),
      impact: 'Users feel nothing: the figure that says how fresh blocks are is late.',
      runbook: 'block-events-are-late',
      topic: data.alarms,
    });
    this.tokens = new Worker(this, 'ReadTokens', {
      code,
      handler: 'read-token.handler',
      logRetention,
      memoryMb: 256,
      batchSize: 10,
      maxConcurrency: 2,
      lateAfter: Duration.minutes(10),
      impact: 'Users see new tokens without name, symbol and decimals, and spam tokens that are not hidden yet.',
      runbook: 'tokens-are-read-late',
      topic: data.alarms,
    });
    data.table.grant(this.tokens.worker, { reads: ['Token'], writes: ['Token'] });
    this.tokens.worker.grantSources(`/${config.name}/sources`, config.chains);
    this.tokens.grantSend(this.follower, 'tokens');
    this.nfts = new Worker(this, 'ReadNfts', {
      code,
      handler: 'read-nft.handler',
      logRetention,
      memoryMb: 512,
      // 50 tokens, ten at a time, none longer than ten seconds; then the node's share.
      timeout: Duration.seconds(90),
      batchSize: 1,
      maxConcurrency: 5,
      lateAfter: Duration.minutes(30),
      impact: 'Users see new NFTs without name and picture.',
      runbook: 'nfts-are-read-late',
      topic: data.alarms,
    });
    data.table.grant(this.nfts.worker, { reads: ['Nft'], writes: ['Nft'] });
    this.nfts.worker.grantSources(`/${config.name}/sources`, config.chains);
    this.nfts.grantSend(this.follower, 'nfts');

    this.backfill = new ServiceFunction(this, 'Backfill', {
      code,
      handler: 'backfill.handler',
      logRetention,
      memoryMb: 512,
      timeout: FOLLOW_TIMEOUT,
    });
    // What it begins from, and what it must not write over; then a block's rows, but for its record: it tells no one.
    data.table.grant(this.backfill, {
      reads: ['Cursor', 'Block', 'AddressChain', 'Token', 'Nft', ...HOLDINGS],
      writes: rows.filter((name) => name !== 'BlockRecord'),
    });
    this.backfill.set('bucket', data.raw.bucketName);
    this.backfill.allow(['s3:PutObject'], [data.raw.arnForObjects('raw/*')]);
    this.tokens.grantSend(this.backfill, 'tokens');
    this.nfts.grantSend(this.backfill, 'nfts');
    this.backfill.grantSources(`/${config.name}/sources`, config.chains);
    new ChainSchedules(this, 'Backfills', {
      worker: this.backfill,
      rate: 'rate(1 minute)',
      does: 'Backfills the history of',
      chains,
    });
    new ServiceAlarm(this, 'BackfillFailed', {
      metric: this.backfill.fn.metricErrors({ period: Duration.minutes(1) }),
      threshold: 1,
      periods: 5,
      impact: 'Users do not see more of a history that is being indexed: the backfill ends with an error each minute.',
      runbook: 'the-backfill-fails',
      topic: data.alarms,
    });

    this.reconciler = new ServiceFunction(this, 'Reconcile', {
      code,
      handler: 'reconcile.handler',
      logRetention,
      memoryMb: 256,
      timeout: Duration.minutes(2),
    });
    data.table.grant(this.reconciler, { reads: ['Cursor', 'ChainTx', 'Tx', ...HOLDINGS], writes: ['Token'] });
    this.reconciler.grantSources(`/${config.name}/sources`, config.chains);
    new ChainSchedules(this, 'Reconciles', {
      worker: this.reconciler,
      rate: 'rate(1 hour)',
      does: 'Reconciles',
      chains,
    });

    this.tracer = new ServiceFunction(this, 'Trace', {
      code,
      handler: 'trace.handler',
      logRetention,
      memoryMb: 512,
      timeout: FOLLOW_TIMEOUT,
    });
    data.table.grant(this.tracer, {
      reads: ['Cursor', 'Block', 'AddressInternal', 'AddressChain', 'ShardVersions'],
      writes: ['Cursor', 'AddressInternal', 'TxInternal', 'AddressDeployment', 'Deployment', 'AddressChain'],
    });
    // Webhooks that ask for internal transactions are told of them, where there are any such.
    this.tracer.set('bus', this.bus.eventBusName);
    this.tracer.allow(['events:PutEvents'], [this.bus.eventBusArn]);
    this.tracer.set('bucket', data.raw.bucketName);
    this.tracer.allow(['s3:GetObject'], [data.raw.arnForObjects('raw/*')]);
    this.tracer.grantSources(`/${config.name}/sources`, config.chains);
    // The lane writes the traces of a block; the follower's rollback reads which of its orphans have any.
    this.tracer.allow(['s3:GetObject', 's3:PutObject'], [data.raw.arnForObjects('traces/*')]);
    this.follower.allow(['s3:GetObject'], [data.raw.arnForObjects('traces/*')]);
    // Without it S3 does not tell an absent object from a forbidden one.
    for (const fn of [this.tracer, this.follower]) fn.allow(['s3:ListBucket'], [data.raw.bucketArn]);
    new ChainSchedules(this, 'Traces', { worker: this.tracer, rate: 'rate(1 minute)', does: 'Traces', chains: traced });
    for (const { chainId } of traced)
      new ServiceAlarm(this, `TracesLate${chainId}`, {
        metric: new Metric({
          namespace: METRIC.namespace,
          metricName: METRIC.traceLagSeconds,
          dimensionsMap: { chainId, service: 'indexer' },
          statistic: 'Maximum',
          period: Duration.minutes(1),
        }),
        threshold: 900,
        periods: 5,
        impact: `Users of chain ${chainId} do not see the internal transactions of the last quarter of an hour.`,
        runbook: 'internal-transactions-are-late',
        topic: data.alarms,
      });

    // Rules target queues, never functions: what is not handled yet stays where it can be seen.
    new Rule(this, 'BlocksToFreshness', {
      eventBus: this.bus,
      eventPattern: { source: [BLOCK_EVENT.source], detailType: [BLOCK_EVENT.added, BLOCK_EVENT.removed] },
      targets: [new SqsQueue(this.freshness.queue)],
    });
  }
}
