import { USER_AGENT } from '../fetch/user-agent';
import { PausableHandler } from './http-handler';

/** Limits how long a response may take, and how long it may stall halfway. The SDK's default is no limit. */
export const timeouts = (ms: number) => ({ requestHandler: new PausableHandler(ms) });

const TIMEOUT_MS = 10_000;
/** Settings of every client. The SDK resolves region, credentials and endpoint as usual. */
const SHARED = {
  maxAttempts: 3,
  customUserAgent: USER_AGENT,
  // The SDK recognises its silent default logger by its class name, which minifying changes: it would then swallow the
  // warning that all connections are in use.
  logger: {
    trace() {},
    debug() {},
    info() {},
    error() {},
    warn: (...content: readonly unknown[]) => console.warn(...content),
  },
};

/** Creates a client with the shared settings; `own` takes precedence. */
export const createClient = <Client, Own extends object>(
  Service: new (settings: typeof SHARED & Own) => Client,
  own: Own,
): Client => new Service({ ...SHARED, ...timeouts(TIMEOUT_MS), ...own });

const open = new Map<unknown, unknown>();

/** Returns the process's client of a service, and creates it with `own` on the first call. */
export function getClient<Client, Own extends object>(
  Service: new (settings: typeof SHARED & Own) => Client,
  own: Own = {} as Own,
): Client {
  const found = (open.get(Service) as Client | undefined) ?? createClient(Service, own);
  open.set(Service, found);
  return found;
}
