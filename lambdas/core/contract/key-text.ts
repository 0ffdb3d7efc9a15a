// Shared by the authorizer, the handlers and the CLI.
import { PLANS, type PlanName } from './plans';

const KEY = /^([a-z]+)_([a-z0-9-]{1,40})_[A-Za-z0-9]{32}$/;

export const OWNER = /^[a-z0-9-]{1,40}$/;

/** `{plan}_{ownerId}_{32 random letters and digits}`. */
export const keyText = (plan: PlanName, ownerId: string, random: string): string => `${plan}_${ownerId}_${random}`;

export interface Caller {
  readonly plan: PlanName;
  readonly ownerId: string;
}
export const ANONYMOUS: Caller = { plan: PLANS[0], ownerId: PLANS[0] };

export function parseKey(text: string): Caller | undefined {
  const [, name, ownerId] = KEY.exec(text) ?? [];
  const plan = PLANS.find((each) => each === name);
  return plan && ownerId ? { plan, ownerId } : undefined;
}

/** `ANONYMOUS` if the key is malformed or the shared anonymous one. */
export function getCaller(key: string): Caller {
  const caller = parseKey(key);
  return caller && caller.plan !== ANONYMOUS.plan ? caller : ANONYMOUS;
}

export interface KeyRefusal {
  readonly status: 400 | 401;
  readonly message: string;
}
type Context = Readonly<Record<string, unknown>>;

/** API Gateway allows only strings, numbers and booleans here. */
export const refusalContext = ({ status, message }: KeyRefusal) => ({ refusalStatus: status, refusalMessage: message });

export function refusalIn({ refusalStatus, refusalMessage }: Context): KeyRefusal | undefined {
  if (refusalMessage === undefined) return undefined;
  return { status: Number(refusalStatus) === 400 ? 400 : 401, message: String(refusalMessage) };
}
