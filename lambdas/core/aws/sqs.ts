import { SQSClient } from '@aws-sdk/client-sqs';
import { getClient } from './clients';

/** By default the SDK sends requests to the host in the queue URL and ignores the configured endpoint. */
export const SQS_SETTINGS = { useQueueUrlAsEndpoint: false };

/** The process-wide SQS client. */
export const sqs = (): SQSClient => getClient(SQSClient, SQS_SETTINGS);
