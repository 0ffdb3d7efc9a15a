import { SQS } from '@aws-sdk/client-sqs';
import { getClient } from '../../lambdas/core/aws/clients';
import { SQS_SETTINGS } from '../../lambdas/core/aws/sqs';

/** SQS with a method for each action. A file of its own, so that only the commands that need it load the SDK. */
export const createSqs = (): SQS => getClient(SQS, SQS_SETTINGS);
