import { SQSClient } from '@aws-sdk/client-sqs';
import { getClient } from './clients';

/** By default the SDK sends to the host in the queue URL and ignores the configured endpoint. */
export const SQS_SETTINGS = { useQueueUrlAsEndpoint: false };

export const sqs = (): SQSClient => getClient(SQSClient, SQS_SETTINGS);
