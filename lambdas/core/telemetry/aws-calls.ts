import { optionalEnv } from '../contract/env';
import { inSpan } from './active-span';

/** The part of the SDK's clients that is used. */
interface Instrumented {
  readonly middlewareStack: { add(middleware: Middleware): void };
}
type Handler = (args: object) => Promise<unknown>;
type Middleware = (next: Handler, context: { readonly clientName?: string; readonly commandName?: string }) => Handler;

/** Names only: keys, items and queue URLs are not recorded. Retries are part of a call's span. */
export function withCallSpans<Client>(client: Client): Client {
  if (optionalEnv('otlpEndpoint') !== undefined)
    (client as Instrumented).middlewareStack.add((next, { clientName = '', commandName = '' }) => {
      const [service, method] = [clientName.slice(0, -'Client'.length), commandName.slice(0, -'Command'.length)];
      const attributes = { 'rpc.system': 'aws-api', 'rpc.service': service, 'rpc.method': method };
      return (args) =>
        inSpan(
          () => ({ name: `${service}.${method}`, kind: 'client', attributes }),
          () => next(args),
        );
    });
  return client;
}
