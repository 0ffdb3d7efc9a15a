import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Operation, Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import type { Config } from '../../lambdas/core/contract/config';
import { exportMachineName } from '../../lambdas/core/contract/env';
import { servesNodeRpc } from '../../lambdas/node-rpc/contract/routes';
import { addAlarms, RPC_ALARMS, SERVICE_ALARMS } from '../alarms';
import { ServiceAlarm } from '../constructs/alarm';
import { machineArn } from '../constructs/grants';
import { apiMetric } from '../dashboard';
import type { DataStack } from './data';

/** Alarms on metrics known without the other stacks. Alarms of functions and queues are in their own stacks. */
export class ObservabilityStack extends Stack {
  constructor(scope: Construct, id: string, config: Config, data: DataStack, props?: StackProps) {
    super(scope, id, props);
    addAlarms(this, [], { config, topic: data.alarms, stack: 'observability' });
    const metrics: Record<keyof typeof SERVICE_ALARMS, IMetric> = {
      ServerErrors: apiMetric(config, '5XXError', 'Average'),
      Latency: apiMetric(config, 'Latency', 'p99'),
      ExportsFailed: failedExports(machineArn(this, exportMachineName(config.name))),
      Throttled: Table.fromTableName(this, 'Table', data.table.nameFor(this)).metricThrottledRequestsForOperations({
        period: Duration.minutes(1),
        // Each operation is a billed metric: these cover indexing and lists. Throttled deliveries raise MessagesLate.
        operations: [Operation.BATCH_WRITE_ITEM, Operation.QUERY],
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
    if (servesNodeRpc(config)) {
      const metric = apiMetric(config, '5XXError', 'Average', 'rpc');
      new ServiceAlarm(this, 'RpcServerErrors', { ...RPC_ALARMS.RpcServerErrors, metric, topic: data.alarms });
    }
  }
}

/** Counts timeouts, which are settled before the machine's own timeout, but not executions stopped by an operator. */
const failedExports = (StateMachineArn: string): IMetric =>
  new Metric({
    namespace: 'AWS/States',
    metricName: 'ExecutionsFailed',
    dimensionsMap: { StateMachineArn },
    statistic: 'Sum',
    period: Duration.minutes(1),
  });
