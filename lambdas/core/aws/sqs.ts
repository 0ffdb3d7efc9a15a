import { SQSClient } from '@aws-sdk/client-sqs';
import { getClient } from './clients';

/** By default, the SDK sends requests to the host of a queue's URL, whatever endpoint the environment names. */
export const SQS_SETTINGS = { useQueueUrlAsEndpoint: false };

/** The process's client of SQS. */
export const sqs = (): SQSClient => getClient(SQSClient, SQS_SETTINGS);
