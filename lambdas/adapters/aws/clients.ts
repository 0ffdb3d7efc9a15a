import { USER_AGENT } from '../http/user-agent';

/** Ends a request without an answer, and an answer that stops halfway, which by default wait for ever. */
export const timeouts = (ms: number) => ({
  requestHandler: { requestTimeout: ms, socketTimeout: ms, throwOnRequestTimeout: true },
});

/** What the clients of all services share. Regions, credentials and endpoints are found as AWS's SDK finds them. */
const SHARED = {
  maxAttempts: 3,
  customUserAgent: USER_AGENT,
  ...timeouts(10_000),
  // By default there is none in minified code, and a pool without free connections waits in silence.
  logger: {
    ...{ trace() {}, debug() {}, info() {}, error() {} },
    warn: (...content: readonly unknown[]) => console.warn(...content),
  },
};

/** A new client of a service with the shared settings, and some of its own. */
export const createClient = <Client, Own extends object>(
  Service: new (settings: typeof SHARED & Own) => Client,
  own: Own,
): Client => new Service({ ...SHARED, ...own });

const open = new Map<unknown, unknown>();

/** The client of a service that a whole process shares. `own`: settings of its own, for the first caller to give. */
export function clientOf<Client, Own extends object>(
  Service: new (settings: typeof SHARED & Own) => Client,
  own: Own = {} as Own,
): Client {
  const found = (open.get(Service) as Client | undefined) ?? createClient(Service, own);
  open.set(Service, found);
  return found;
}
