// Shared by the authorizer, the handlers and the CLI.
import { PLANS, type PlanName } from './plans';

const KEY = /^([a-z]+)_([a-z0-9-]{1,40})_[A-Za-z0-9]{32}$/;

/** Format of an owner id, which is part of the key. */
export const OWNER = /^[a-z0-9-]{1,40}$/;

/** An API key: `{plan}_{ownerId}_{32 random letters and digits}`. */
export const keyText = (plan: PlanName, ownerId: string, random: string): string => `${plan}_${ownerId}_${random}`;

/** Plan and owner id of a caller; both are `anonymous` without a key. */
export interface Caller {
  readonly plan: PlanName;
  readonly ownerId: string;
}
export const ANONYMOUS: Caller = { plan: PLANS[0], ownerId: PLANS[0] };

/** Plan and owner of a key; undefined if it is malformed. */
export function parseKey(text: string): Caller | undefined {
  const [, name, ownerId] = KEY.exec(text) ?? [];
  const plan = PLANS.find((each) => each === name);
  return plan && ownerId ? { plan, ownerId } : undefined;
}

/** Caller of a key; `ANONYMOUS` if it is malformed or the shared anonymous key. */
export function getCaller(key: string): Caller {
  const caller = parseKey(key);
  return caller && caller.plan !== ANONYMOUS.plan ? caller : ANONYMOUS;
}

/** Rejection of a request because of its keys. */
export interface KeyRefusal {
  readonly status: 400 | 401;
  readonly message: string;
}
type Context = Readonly<Record<string, unknown>>;

/** Authorizer context of a refusal, for the handler. API Gateway allows only strings, numbers and booleans. */
export const refusalContext = ({ status, message }: KeyRefusal) => ({ refusalStatus: status, refusalMessage: message });

/** Parses a refusal from an authorizer context, where API Gateway has turned all values into strings. */
export function refusalIn({ refusalStatus, refusalMessage }: Context): KeyRefusal | undefined {
  if (refusalMessage === undefined) return undefined;
  return { status: Number(refusalStatus) === 400 ? 400 : 401, message: String(refusalMessage) };
}
