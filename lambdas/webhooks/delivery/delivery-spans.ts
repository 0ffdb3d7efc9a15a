import { annotate, inSpan } from '../../core/telemetry/active-span';
import { toHttpStatus } from '../../core/telemetry/http-status';
import { inStepSpan } from '../../core/telemetry/root-spans';
import { type MessageRecord, messageId } from '../domain/message';
import type { WebhookRecord } from '../domain/webhook';
import type { Received } from './receiver';

/** In the trace of the message's block. A message of no block, such as a test, has a trace of its own. */
export const inSendSpan = <R extends Result>(
  { message, webhook }: { readonly message: MessageRecord; readonly webhook: WebhookRecord },
  send: () => Promise<R>,
): Promise<R> =>
  inStepSpan(
    () => ({
      name: 'send message',
      subjects: message.of ? [{ id: message.of.blockHash }] : [],
      parentStep: 'match block',
      attributes: {
        'webhook.id': webhook.id,
        'messaging.message.id': messageId(message),
        'messaging.message.attempt': message.tries + 1,
      },
    }),
    () => annotated(send),
  );

/** The receiver's host is recorded, and nothing else of its URL. */
export const inPostSpan = (url: string, post: () => Promise<Received>): Promise<Received> =>
  inSpan(
    () => ({
      name: 'POST',
      kind: 'client',
      attributes: { 'http.request.method': 'POST', 'server.address': URL.parse(url)?.hostname },
    }),
    () => annotated(post),
  );

type Result = Received & { readonly isOurs?: boolean };

async function annotated<R extends Result>(work: () => Promise<R>): Promise<R> {
  const result = await work();
  const { statusCode, isOurs } = result;
  const failed = { 'error.type': isOurs ? 'not sent' : 'no answer' };
  annotate(statusCode === undefined ? failed : toHttpStatus(statusCode, 400));
  return result;
}
