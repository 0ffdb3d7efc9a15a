import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { Operation } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import type { Config } from '../../lambdas/contract/config';
import { addAlarms, RPC_ALARMS, SERVICE_ALARMS } from '../alarms';
import { ServiceAlarm } from '../constructs/alarm';
import { addDashboard, apiMetric } from '../dashboard';
import type { DataStack } from './data';
import type { ExportsStack } from './exports';
import type { IndexerStack } from './indexer';
import type { NodeRpcStack } from './node-rpc';
import type { UsageStack } from './usage';
import type { WebhooksStack } from './webhooks';

interface Stacks {
  readonly data: DataStack;
  readonly indexer: IndexerStack;
  readonly webhooks: WebhooksStack;
  readonly exports: ExportsStack;
  readonly usage: UsageStack;
  readonly nodeRpc: NodeRpcStack | undefined;
}

/** The dashboard and the alarms that page someone. Queues have their own alarms (`Worker`). */
export class ObservabilityStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    config: Config,
    { data, indexer, webhooks, exports, usage, nodeRpc }: Stacks,
    props?: StackProps,
  ) {
    super(scope, id, props);
    const functions = [
      ...[indexer, webhooks, exports, usage].flatMap((stack) => stack.functions),
      ...(nodeRpc?.functions ?? []),
    ];
    addAlarms(this, functions, { config, topic: data.alarms, stack: 'observability' });
    const metrics: Record<keyof typeof SERVICE_ALARMS, IMetric> = {
      ServerErrors: apiMetric(config, '5XXError', 'Average'),
      Latency: apiMetric(config, 'Latency', 'p99'),
      ExportsFailed: exports.metricFailed(),
      Throttled: data.table.table.metricThrottledRequestsForOperations({
        period: Duration.minutes(1),
        // Each is a metric that is paid for: these are what indexing, deliveries and lists are made of.
        operations: [Operation.BATCH_WRITE_ITEM, Operation.UPDATE_ITEM, Operation.QUERY],
      }),
      DeadLetters: data.deadLetters.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(1),
        statistic: 'Maximum',
      }),
    };
    for (const name of Object.keys(SERVICE_ALARMS) as (keyof typeof SERVICE_ALARMS)[]) {
      const { metrics: _, ...alarm } = SERVICE_ALARMS[name];
      new ServiceAlarm(this, name, { ...alarm, metric: metrics[name], topic: data.alarms });
    }
    if (nodeRpc) {
      const metric = apiMetric(config, '5XXError', 'Average', 'rpc');
      new ServiceAlarm(this, 'RpcServerErrors', { ...RPC_ALARMS.RpcServerErrors, metric, topic: data.alarms });
    }
    addDashboard(this, config, { functions, deadLetters: data.deadLetters });
  }
}
