import { USER_AGENT } from '../fetch/user-agent';
import { log } from '../runtime/log';
import { withCallSpans } from '../telemetry/aws-calls';
import { PausableHandler } from './http-handler';

/** Limits how long a response may take and stall, ms. The SDK has no limit by default. */
export const timeouts = (ms: number) => ({ requestHandler: new PausableHandler(ms) });

const TIMEOUT_MS = 10_000;
const SHARED = {
  maxAttempts: 3,
  customUserAgent: USER_AGENT,
  // The SDK recognises its silent default logger by class name. Minification changes that name, and the warning that
  // all sockets are in use would be lost.
  logger: {
    trace() {},
    debug() {},
    info() {},
    error() {},
    warn: (...content: readonly unknown[]) => log.warn('warning of the AWS SDK', { text: content.join(' ') }),
  },
};

export const createClient = <Client, Own extends object>(
  Service: new (settings: typeof SHARED & Own) => Client,
  own: Own,
): Client => withCallSpans(new Service({ ...SHARED, ...timeouts(TIMEOUT_MS), ...own }));

const open = new Map<unknown, unknown>();

/** The process-wide client of a service. Only the first call applies `own`. */
export function getClient<Client, Own extends object>(
  Service: new (settings: typeof SHARED & Own) => Client,
  own: Own = {} as Own,
): Client {
  const found = (open.get(Service) as Client | undefined) ?? createClient(Service, own);
  open.set(Service, found);
  return found;
}
