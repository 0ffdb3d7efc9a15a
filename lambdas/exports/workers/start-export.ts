import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { isFirstReceipt, processBatch } from '../../core/aws/batch';
import { env } from '../../core/contract/env';
import type { Step } from '../../core/telemetry/span';
import { StartExport } from '../contract/messages';
import { createStateMachine, type StateMachine } from '../files/state-machine';
import { startExport } from '../steps/start';

let machine: StateMachine | undefined;

export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  machine ??= createStateMachine(env('exportMachine'));
  const own = machine;
  return processBatch(event, StartExport, { failure: 'starting an export failed', toStep }, (of) =>
    startExport(own, of),
  );
}

const toStep = ({ operationId }: StartExport, record: SQSRecord): Step => ({
  name: 'start export',
  kind: 'consumer',
  subjects: [{ id: operationId }],
  hasChildren: isFirstReceipt(record),
});
