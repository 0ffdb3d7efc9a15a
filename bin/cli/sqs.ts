import { SQS } from '@aws-sdk/client-sqs';
import { getClient } from '../../lambdas/core/aws/clients';
import { SQS_SETTINGS } from '../../lambdas/core/aws/sqs';
import { stackName } from '../../lib/stack-names';

/** Throws if the service is not deployed. */
export async function sendToMatcher(sqs: SQS, service: string, messages: readonly object[]): Promise<void> {
  const QueueNamePrefix = `${stackName(service, 'webhooks')}-Match`;
  const { QueueUrls: [QueueUrl] = [] } = await sqs.listQueues({ QueueNamePrefix });
  if (!QueueUrl) throw new Error(`${service} has no queue of block events in this account and region: deploy it first`);
  for (const message of messages) await sqs.sendMessage({ QueueUrl, MessageBody: JSON.stringify(message) });
}

/** In a file of its own, so that only commands that use SQS load its SDK. */
export const createSqs = (): SQS => getClient(SQS, SQS_SETTINGS);
