import { USER_AGENT } from '../http/user-agent';

/** How long a connection may take, and how long an answer: services answer within a second, or not at all. ms */
const [CONNECT_TIMEOUT_MS, TIMEOUT_MS] = [3_000, 10_000];
/** Connections that are kept. */
const AGENT = { maxSockets: 50 };

/** What the clients of all services share. Regions, credentials and endpoints are found as AWS's SDK finds them. */
const SHARED = {
  maxAttempts: 3,
  customUserAgent: USER_AGENT,
  // By default a request without an answer waits for ever.
  requestHandler: {
    connectionTimeout: CONNECT_TIMEOUT_MS,
    requestTimeout: TIMEOUT_MS,
    throwOnRequestTimeout: true,
    httpAgent: AGENT,
    httpsAgent: AGENT,
  },
};

/** A new client of a service with the shared settings, and some of its own. */
export const createClient = <Client, Own extends object>(
  Service: new (settings: typeof SHARED & Own) => Client,
  own: Own,
): Client => new Service({ ...SHARED, ...own });

const open = new Map<unknown, unknown>();

/** The client of a service that all of a process share. */
export function clientOf<Client>(Service: new (settings: typeof SHARED) => Client): Client {
  const found = (open.get(Service) as Client | undefined) ?? createClient(Service, {});
  open.set(Service, found);
  return found;
}
