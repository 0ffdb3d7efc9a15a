import type { Resources } from '../resources';
import type { QueueDepth } from '../storage/fauxqs';
import type { Metrics } from './metrics';
import { DEAD_LETTERS, MESSAGES, OLDEST } from './runner-metrics';

/** Skips queues of earlier templates, which may still be in storage. */
export function reportQueues(metrics: Metrics, resources: Resources, depths: Readonly<Record<string, QueueDepth>>) {
  const queues = resources.of('AWS::SQS::Queue');
  const deadLetters = new Set(queues.map(({ properties }) => properties.RedrivePolicy?.deadLetterTargetArn));
  for (const { attributes } of queues) {
    const { QueueName: queue = '', Arn } = attributes;
    const depth = depths[queue];
    if (!depth) continue;
    const { visible, inFlight, delayed, oldestSeconds } = depth;
    if (deadLetters.has(Arn)) {
      metrics.set(DEAD_LETTERS, { queue }, visible + inFlight + delayed);
      continue;
    }
    metrics.set(MESSAGES, { queue, state: 'visible' }, visible);
    metrics.set(MESSAGES, { queue, state: 'in_flight' }, inFlight);
    metrics.set(MESSAGES, { queue, state: 'delayed' }, delayed);
    metrics.set(OLDEST, { queue }, oldestSeconds);
  }
}
