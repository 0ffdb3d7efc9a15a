import { SQS } from '@aws-sdk/client-sqs';
import { getClient } from '../../lambdas/core/aws/clients';
import { SQS_SETTINGS } from '../../lambdas/core/aws/sqs';

/** In a file of its own, so that only commands that use SQS load its SDK. */
export const createSqs = (): SQS => getClient(SQS, SQS_SETTINGS);
