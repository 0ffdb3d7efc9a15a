import { USER_AGENT } from '../fetch/user-agent';
import { log } from '../runtime/log';
import { PausableHandler } from './http-handler';

/** Limits how long a response may take and stall, ms. The SDK has no limit by default. */
export const timeouts = (ms: number) => ({ requestHandler: new PausableHandler(ms) });

const TIMEOUT_MS = 10_000;
const SHARED = {
  maxAttempts: 3,
  customUserAgent: USER_AGENT,
  // The SDK detects its silent default logger by class name, which minification changes: it would then drop the warning
  // that all sockets are in use.
  logger: {
    trace() {},
    debug() {},
    info() {},
    error() {},
    warn: (...content: readonly unknown[]) => log.warn('warning of the AWS SDK', { text: content.join(' ') }),
  },
};

/** Creates a client with the shared settings; `own` takes precedence. */
export const createClient = <Client, Own extends object>(
  Service: new (settings: typeof SHARED & Own) => Client,
  own: Own,
): Client => new Service({ ...SHARED, ...timeouts(TIMEOUT_MS), ...own });

const open = new Map<unknown, unknown>();

/** Returns the process-wide client of a service. `own` applies only to the first call, which creates it. */
export function getClient<Client, Own extends object>(
  Service: new (settings: typeof SHARED & Own) => Client,
  own: Own = {} as Own,
): Client {
  const found = (open.get(Service) as Client | undefined) ?? createClient(Service, own);
  open.set(Service, found);
  return found;
}
