import * as z from 'zod';
import { endpoint } from '../../../lambdas/core/contract/endpoint';
import type { Deps } from '../../../lambdas/core/http/deps';
import { implementWith } from '../../../lambdas/core/http/implement';
import { messageReader, messageWriter } from '../../../lambdas/webhooks/rows/message-item';
import { webhookReader } from '../../../lambdas/webhooks/rows/webhook-item';

const provider = {
  readers: async () => ({ Webhook: webhookReader, Message: messageReader }),
  writers: async () => ({ Message: messageWriter }),
  clients: { node: async () => ({}), prices: async () => undefined },
};
const implement = implementWith(provider);

const base = {
  id: 'greet',
  method: 'GET',
  path: '/v1/greetings/{name}',
  tag: 'EVM Chains',
  summary: 'Greet',
  weight: 1,
  readUnits: 0,
  access: 'anyone',
  params: z.object({ name: z.string() }),
  query: z.object({ tone: z.string().optional() }),
  response: z.object({ greeting: z.string() }),
} as const;
const reading = endpoint({ ...base, uses: { reads: ['Cursor'] } });
const writing = endpoint({
  ...base,
  uses: { reads: ['Webhook', 'Message'], writes: ['Message'], node: true, prices: true, queue: 'deliveries' },
  body: z.object({ tone: z.enum(['loud', 'soft']) }),
});
const sameRow = (deps: Deps<typeof provider, { reads: ['Webhook'] }>) => deps.Webhook;

// Verified by the type checker: an unused @ts-expect-error below is itself an error.
describe('the dependencies of a handler', () => {
  test('declared dependencies are available to the handler', () => {
    const handler = implement(writing, async ({ params, query, body, deps }) => {
      const tones: ('loud' | 'soft')[] = [body.tone];
      void [deps.Webhook, deps.Message, deps.write.Message, deps.node, deps.prices, deps.queue, sameRow(deps)];
      return { greeting: `${params.name} ${query.tone ?? tones[0]}` };
    });
    expect(handler.withDeps).toBeInstanceOf(Function);
  });
  test('undeclared dependencies do not compile', () => {
    implement(reading, async ({ params, query, body, deps }) => {
      // @ts-expect-error a reader of another entity
      void deps.Webhook;
      // @ts-expect-error writers
      void deps.write;
      // @ts-expect-error the node
      void deps.node;
      // @ts-expect-error prices
      void deps.prices;
      // @ts-expect-error a queue
      void deps.queue;
      // @ts-expect-error a helper that reads another entity
      void sameRow(deps);
      // @ts-expect-error a parameter that is not in the path
      void params.colour;
      // @ts-expect-error a parameter that is not of the query
      void query.colour;
      // @ts-expect-error a body
      void body.tone;
      return { greeting: '' };
    });
    implement(writing, async ({ deps }) => {
      // @ts-expect-error a writer of an entity that is only read
      void deps.write.Webhook;
      return { greeting: '' };
    });
    // @ts-expect-error an answer that the contract does not have
    implement(reading, async () => ({ greeting: 5 }));
    expect(reading.uses).toEqual({ reads: ['Cursor'] });
  });
  test('an inconsistent declaration does not compile', () => {
    // @ts-expect-error an entity that is not in the table
    void endpoint({ ...base, uses: { reads: ['Cursors'] } });
    // @ts-expect-error an unknown use
    void endpoint({ ...base, uses: { read: ['Cursor'] } });
    // @ts-expect-error a queue that no function empties
    void endpoint({ ...base, uses: { queue: 'letters' } });
    // @ts-expect-error an unknown field
    void endpoint({ ...base, uses: {}, wieght: 1 });
    // @ts-expect-error a path variable without its schema
    void endpoint({ ...base, uses: {}, params: z.object({}) });
    // @ts-expect-error a schema without its path variable
    void endpoint({ ...base, uses: {}, params: z.object({ name: z.string(), colour: z.string() }) });
    // @ts-expect-error a path outside of the API
    void endpoint({ ...base, uses: {}, path: '/v3/greetings/{name}' });
    expect(endpoint({ ...base, uses: {} })).toEqual({ ...base, uses: {} });
  });
});
