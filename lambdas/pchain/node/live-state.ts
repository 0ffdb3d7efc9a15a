import * as z from 'zod';
import type { AskNode } from './node';

/** At the node's head. Numbers are decimal strings. */
export interface LiveState {
  readonly height: string;
  readonly excess: string;
  readonly supply: string;
  /** nAVAX. Validators unknown to the node are omitted. */
  readonly balances: ReadonlyMap<string, string>;
}

const digits = z.string().regex(/^\d+$/);
const Answers = z.object({ height: digits, excess: digits, supply: digits });

/** undefined if the head moved during the read, or if an answer is missing. */
export async function fetchLiveState(
  ask: (method: string, params: string, signal: AbortSignal) => ReturnType<AskNode>,
  validationIds: readonly string[],
  signal: AbortSignal,
): Promise<LiveState | undefined> {
  const field = async (method: string, name: string, params = '{}'): Promise<string | undefined> => {
    const answer = await ask(method, params, signal);
    // Bare numbers may exceed 2^53: JSON.parse would lose digits.
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
