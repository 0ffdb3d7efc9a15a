import type * as z from 'zod';
import { findChain } from '../../../core/config/runtime';
import type { Chain } from '../../../core/contract/config';
import { ANONYMOUS, type Caller } from '../../../core/contract/key-text';
import type { RequestOf } from '../../../core/http/implement';
import { getUrl } from '../../../core/http/request-url';
import { ACTIONS, UNSUPPORTED } from '../../contract/actions';
import type { ParameterName } from '../../contract/parameters';
import type { EtherscanAnswer } from '../../contract/schemas';
import { refusal } from '../shared/answers';
import type { Context } from '../shared/context';
import { account } from './account';
import { block } from './block';
import { contract } from './contract';
import { gastracker } from './gastracker';
import { logs } from './logs';
import { proxy } from './proxy';
import { stats } from './stats';
import { transaction } from './transaction';

type Handler = (parameters: never, context: Context) => Promise<Answer>;
const handlers: { readonly [M in keyof typeof ACTIONS]: Readonly<Record<keyof (typeof ACTIONS)[M], Handler>> } = {
  account,
  block,
  transaction,
  contract,
  logs,
  proxy,
  stats,
  gastracker,
};

interface Request extends Pick<Context, 'deps'> {
  readonly query: Readonly<Partial<Record<ParameterName, string | undefined>>>;
  readonly caller: Caller;
  readonly event: RequestOf;
}
type Answer = z.input<typeof EtherscanAnswer>;

/** Throws a refusal for a request that cannot be answered. */
export async function answer({ query, deps, caller, event }: Request): Promise<Answer> {
  // The second version of this dialect has no default chain.
  const chain = toChain(query.chainid, deps.chains, getUrl(event).endsWith('/v2/api'));
  const module = findName(handlers, query.module);
  if (module === undefined) throw refusal('Error! Missing Or invalid Module name');
  const action = findName(handlers[module], query.action);
  if (action === undefined) throw unsupported(module, query.action);
  const spec = Object.entries(ACTIONS[module]).find(([name]) => name === action)?.[1];
  const parsed = spec?.parameters.safeParse(query);
  if (!parsed?.success) throw refusal(parsed?.error.issues[0]?.message ?? 'Error! Invalid parameter');
  const handler: Handler = handlers[module][action];
  const value = await handler(parsed.data as never, { deps, client: getClient(event, caller), chain });
  if (sizeOf(value) > MAX_BYTES)
    throw refusal('Error! The answer exceeds 6 MB: ask for a smaller offset or block range');
  return value;
}

/** ID of the key, or the address of a caller without one; a form without a key comes from the function that resent it. */
function getClient({ httpMethod, requestContext }: RequestOf, { plan }: Caller): string | undefined {
  const { apiKeyId, sourceIp } = requestContext?.identity ?? {};
  if (plan !== ANONYMOUS.plan) return apiKeyId ?? undefined;
  return httpMethod === 'POST' ? undefined : sourceIp;
}

/** A Lambda response is limited to 6 MB. */
const MAX_BYTES = 5_900_000;

/** As text within the function's own JSON: each quote takes a backslash. */
const sizeOf = (value: Answer): number => Buffer.byteLength(JSON.stringify(JSON.stringify(value)));

/** In any case, as clients differ. */
const findName = <T extends object>(known: T, name = ''): keyof T | undefined =>
  (Object.keys(known) as (keyof T & string)[]).find((one) => one.toLowerCase() === name.toLowerCase());

function unsupported(module: string, action = '') {
  const [, reason] =
    Object.entries(UNSUPPORTED).find(([name]) => name.toLowerCase() === `${module}.${action}`.toLowerCase()) ?? [];
  return refusal(reason === undefined ? 'Error! Missing Or invalid Action name' : `Error! Not supported: ${reason}`);
}

function toChain(chainId: string | undefined, chains: readonly Chain[], isRequired: boolean): Chain {
  const given = chainId === '' ? undefined : chainId;
  const found = given === undefined && !isRequired ? chains[0] : findChain(chains, given ?? '');
  if (found) return found;
  throw refusal(
    `Missing or unsupported chainid parameter${isRequired ? ' (required for v2 api)' : ''}, please see /v2/chainlist for the list of supported chainids`,
  );
}
