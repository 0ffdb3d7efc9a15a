// Shared by the authorizer and the cli.
import { PLANS, type PlanName } from './plans';

const KEY = /^([a-z]+)_([a-z0-9-]{1,40})_[A-Za-z0-9]{32}$/;

/** The format of an owner id, as it is part of the key's text. */
export const OWNER = /^[a-z0-9-]{1,40}$/;

/** The text of an API key: `{plan}_{ownerId}_{32 random letters and digits}`. */
export const keyText = (plan: PlanName, ownerId: string, random: string): string => `${plan}_${ownerId}_${random}`;

/** Plan and owner from a key's text; undefined if it is not one. */
export function parseKey(text: string): { plan: PlanName; ownerId: string } | undefined {
  const [, plan, ownerId] = KEY.exec(text) ?? [];
  const known = PLANS.find((name) => name === plan);
  return known && ownerId ? { plan: known, ownerId } : undefined;
}
