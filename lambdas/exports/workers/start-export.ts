import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { processBatch } from '../../core/aws/batch';
import { env } from '../../core/contract/env';
import { StartExport } from '../contract/messages';
import { createStateMachine, type StateMachine } from '../files/state-machine';
import { startExport } from '../steps/start';

let machine: StateMachine | undefined;

export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  machine ??= createStateMachine(env('exportMachine'));
  const own = machine;
  return processBatch(event, StartExport, { failure: 'starting an export failed' }, (of) => startExport(own, of));
}
