// Shared by the authorizer, the handlers and the cli.
import { PLANS, type PlanName } from './plans';

const KEY = /^([a-z]+)_([a-z0-9-]{1,40})_[A-Za-z0-9]{32}$/;

/** The format of an owner id, as it is part of the key's text. */
export const OWNER = /^[a-z0-9-]{1,40}$/;

/** The text of an API key: `{plan}_{ownerId}_{32 random letters and digits}`. */
export const keyText = (plan: PlanName, ownerId: string, random: string): string => `${plan}_${ownerId}_${random}`;

/** Who calls: a plan, and the owner of what the caller creates. Without a key both are `anonymous`. */
export interface Caller {
  readonly plan: PlanName;
  readonly ownerId: string;
}
/** A caller without a key. */
export const ANONYMOUS: Caller = { plan: PLANS[0], ownerId: PLANS[0] };

/** Plan and owner from a key's text; undefined if it is not one. */
export function parseKey(text: string): Caller | undefined {
  const [, name, ownerId] = KEY.exec(text) ?? [];
  const plan = PLANS.find((each) => each === name);
  return plan && ownerId ? { plan, ownerId } : undefined;
}

/** Who calls with a key: nobody in particular if it is the one that anonymous callers share, or no key at all. */
export function getCaller(key: string): Caller {
  const caller = parseKey(key);
  return caller && caller.plan !== ANONYMOUS.plan ? caller : ANONYMOUS;
}

/** Why a request is refused for its keys. */
export interface KeyRefusal {
  readonly status: 400 | 401;
  readonly message: string;
}
type Context = Readonly<Record<string, unknown>>;

/** A refusal as the authorizer hands it on to the handler: API Gateway takes numbers and text only. */
export const refusalContext = ({ status, message }: KeyRefusal) => ({ refusalStatus: status, refusalMessage: message });

/** The refusal in an authorizer's context, whose values API Gateway makes text of. */
export function refusalIn({ refusalStatus, refusalMessage }: Context): KeyRefusal | undefined {
  if (refusalMessage === undefined) return undefined;
  return { status: Number(refusalStatus) === 400 ? 400 : 401, message: String(refusalMessage) };
}
