import * as z from 'zod';
import type { AskNode } from './node';

/** What a node says of its state at its head. Numbers as decimal text. */
export interface LiveState {
  readonly height: string;
  readonly excess: string;
  readonly supply: string;
  /** Balances of the L1 validators that were asked for, nAVAX; those that it does not know are left out. */
  readonly balances: ReadonlyMap<string, string>;
}

const digits = z.string().regex(/^\d+$/);
const Answers = z.object({ height: digits, excess: digits, supply: digits });

/**
 * Asks the node for its state. undefined if it moved on meanwhile, or does not answer with one. Numbers keep all digits.
 */
export async function fetchLiveState(
  ask: (method: string, params: string, signal: AbortSignal) => ReturnType<AskNode>,
  validationIds: readonly string[],
  signal: AbortSignal,
): Promise<LiveState | undefined> {
  const field = async (method: string, name: string, params = '{}'): Promise<string | undefined> => {
    const answer = await ask(method, params, signal);
    // Bare numbers may be beyond 2^53.
    return 'result' in answer ? new RegExp(`"${name}"\\s*:\\s*"?(\\d+)`).exec(answer.result)?.[1] : undefined;
  };
  const height = await field('platform.getHeight', 'height');
  const [excess, supply, ...balances] = await Promise.all([
    field('platform.getValidatorFeeState', 'excess'),
    field('platform.getCurrentSupply', 'supply'),
    ...validationIds.map((validationID) =>
      field('platform.getL1Validator', 'balance', JSON.stringify({ validationID })),
    ),
  ]);
  if ((await field('platform.getHeight', 'height')) !== height) return undefined;
  const read = Answers.safeParse({ height, excess, supply });
  if (!read.success) return undefined;
  const known = validationIds.flatMap((id, i) => (balances[i] === undefined ? [] : [[id, balances[i]] as const]));
  return { ...read.data, balances: new Map(known) };
}
