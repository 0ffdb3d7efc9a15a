import { notifyWebhook } from '../../../lambdas/app/workers/notify-webhook';
import type { OperationRecord } from '../../../lambdas/exports/domain/operation';
import { merge } from '../../../lambdas/exports/steps/merge';
import { settle } from '../../../lambdas/exports/steps/settle';
import { getBody } from '../../../lambdas/webhooks/delivery/body';
import { createFeedEntries } from '../../../lambdas/webhooks/rows/feed-entries';
import { createNewMessages } from '../../../lambdas/webhooks/rows/new-messages';
import { createOutbox } from '../../../lambdas/webhooks/rows/outbox';
import { createPendingWebhooks } from '../../../lambdas/webhooks/rows/pending-webhooks';
import { NOW } from '../../support/endpoints/deps';
import { aWebhook, PRO, webhookWorld } from '../../support/endpoints/webhooks';
import { withMutedErrors } from '../../support/endpoints/with-muted-errors';
import { anOperation } from '../../support/exports/operations';
import { memoryFiles } from '../../support/exports/world';

const lambdaSays = (name: string, errorMessage: string) => ({ Error: name, Cause: JSON.stringify({ errorMessage }) });

/** A running operation that notifies a webhook of its end. */
async function world() {
  const { deps, table } = await webhookWorld();
  const { id: webhook } = await aWebhook(deps);
  const operation = anOperation({ owner: PRO.ownerId, notify: { webhook, block: 7 } });
  await deps.write.Operation.create(operation, 1);
  const sent: unknown[] = [];
  const operations = { ...deps.Operation, ...deps.write.Operation };
  const stepAt = (now: number) => ({
    operations,
    notify: (ended: OperationRecord) =>
      notifyWebhook(
        {
          webhooks: deps.Webhook,
          messages: createNewMessages(table),
          feed: createFeedEntries(table),
          pending: createPendingWebhooks(table),
          deliveries: { send: async (messages: readonly unknown[]) => void sent.push(...messages) },
          now: () => now,
        },
        ended,
      ),
  });
  const step = stepAt(NOW + 5);
  const of = { owner: operation.owner, operationId: operation.operationId };
  const messages = async () => {
    const list = deps.Message.ofWebhook(webhook);
    const { items } = await table.query({ pk: list.pk, low: list.low, high: list.high, ascending: true, limit: 10 });
    return items.flatMap((item) => list.rows(item).map(({ value }) => value));
  };
  return { deps, table, operations, step, stepAt, of, operation, webhook, sent, messages };
}

describe('the end of an export', () => {
  test.each([
    ['ExportTimedOut', 'x', { code: 'ErrInternal', message: expect.stringContaining('timed out') }, true],
    [
      'InvalidExport',
      'Chain 5 is no longer available.',
      { code: 'ErrInvalidRequest', message: 'Chain 5 is no longer available.' },
      false,
    ],
    ['AccessDenied', 'a secret', { code: 'ErrInternal', message: expect.not.stringContaining('secret') }, true],
  ])(
    'a step that fails with %s fails the operation without internal detail',
    async (name, message, failure, failed) => {
      const { deps, step, of } = await world();
      const settled = await withMutedErrors(() => settle(step, { ...of, failure: lambdaSays(name, message) }));
      expect(settled).toEqual({ failed });
      expect(await deps.Operation.find(of)).toMatchObject({ status: 'FAILED', failure });
    },
  );
  test('a failure cause that is not JSON gets a generic message', async () => {
    const { deps, step, of } = await world();
    const failure = { Error: 'InvalidExport', Cause: 'text' };
    await withMutedErrors(() => settle(step, { ...of, failure }));
    expect((await deps.Operation.find(of))?.failure).toEqual({
      ...{ code: 'ErrInvalidRequest', message: 'The request cannot be fulfilled.' },
    });
  });
  test('the webhook is notified once even if the step is repeated', async () => {
    const { operations, step, stepAt, of, operation, webhook, sent, messages, deps, table } = await world();
    await operations.end(operation, { status: 'COMPLETED', file: { rows: 3, bytes: 4, sha256: 'ab' } });
    expect(await settle(step, of)).toEqual({ failed: false });
    expect(await settle(stepAt(NOW + 9_999), of)).toEqual({ failed: false });
    const [message, ...more] = await messages();
    expect(more).toEqual([]);
    expect(message).toMatchObject({ kind: 'operation', status: 'pending', block: 7, createdAt: NOW });
    expect(sent).toContainEqual({ webhooks: [webhook], owner: operation.owner });
    expect((await createOutbox(table).next(webhook, NOW + 10, 10, false)).due).toHaveLength(1);
    const record = await deps.Webhook.find(operation.owner, webhook);
    if (!message || !record) throw new Error('there is no message');
    expect(await getBody([], record, message)).toEqual({
      webhookId: webhook,
      eventType: 'operation_completed',
      messageId: expect.stringMatching(/^op_0000000007_00000_[0-9a-f]{32}$/),
      sequence: 0,
      event: {
        ...{ operationId: of.operationId, operationType: 'TRANSACTION_EXPORT_EVM', operationStatus: 'COMPLETED' },
        message: expect.stringMatching(/^3 rows\./),
        metadata: { rows: 3, bytes: 4, sha256: 'ab' },
        ...{ createdAtTimestamp: NOW / 1_000, updatedAtTimestamp: NOW / 1_000 },
      },
    });
  });
  test('a failure and a cancellation notify the webhook', async () => {
    const failing = await world();
    await withMutedErrors(() => settle(failing.step, { ...failing.of, failure: lambdaSays('Error', '') }));
    expect((await failing.messages())[0]?.operation).toMatchObject({ operationStatus: 'FAILED' });
    const cancelled = await world();
    await cancelled.operations.end(cancelled.operation, { status: 'FAILED', failure: { message: 'Cancelled.' } });
    expect(await settle(cancelled.step, cancelled.of)).toEqual({ failed: false });
    expect((await cancelled.messages())[0]?.operation).toMatchObject({ message: 'Cancelled.' });
  });
  test('an operation without a webhook notifies none, and a missing operation is ignored', async () => {
    const { step, of, sent, operations, operation } = await world();
    const { notify: _, ...silent } = { ...operation, operationId: 'another' };
    await operations.create(silent, 5);
    await operations.end(silent, { status: 'FAILED', failure: { message: 'x' } });
    await settle(step, { ...of, operationId: 'another' });
    expect(await settle(step, { ...of, operationId: 'gone' })).toEqual({ failed: false });
    expect(sent).toEqual([]);
  });
});

describe('the file of an export', () => {
  test('the file of a cancelled operation is not created', async () => {
    const { operations, of, operation } = await world();
    const { store, files } = memoryFiles();
    await operations.end(operation, { status: 'FAILED', failure: { message: 'Cancelled.' } });
    await merge({ operations, files: store }, of);
    expect(files.size).toBe(0);
  });
  test('a file finished after the deadline fails the export', async () => {
    const { table, of, operation, operations } = await world();
    const { operationWriter } = await import('../../../lambdas/exports/rows/operations');
    const late = { ...operations, ...operationWriter(table, () => operation.deadline) };
    await expect(merge({ operations: late, files: memoryFiles().store }, of)).rejects.toMatchObject({
      name: 'ExportTimedOut',
    });
  });
  test('an operation cancelled during the merge stays cancelled', async () => {
    const { of, operation, operations, deps } = await world();
    const { store } = memoryFiles();
    const files = {
      merge: async (...given: Parameters<typeof store.merge>) => {
        await operations.end(operation, { status: 'FAILED', failure: { message: 'Cancelled.' } });
        return store.merge(...given);
      },
    };
    await merge({ operations, files }, of);
    expect(await deps.Operation.find(of)).toMatchObject({ status: 'FAILED', failure: { message: 'Cancelled.' } });
  });
});
