import { chunk } from '../../core/contract/chunk';
import { type Call, type Outcome, toError } from '../../core/node/exchange';
import { type Hex, quantity } from '../domain/rpc';

export type Batch = (calls: readonly Call[]) => Promise<Outcome[]>;
/** A block number, or a hash (EIP-1898). */
export type Tag = Hex | { readonly blockHash: Hex };

/** `0x` if it reverted. Throws any other error. */
export function getAnswer(outcome: Outcome | undefined): Hex {
  const error = toError(outcome);
  if (error && error.failure !== 'reverted') throw error;
  const result = outcome && 'result' in outcome ? outcome.result : undefined;
  return typeof result === 'string' ? result : '0x';
}

/** Below the per-transaction cap (EIP-7825) that some nodes apply to calls. */
const GAS = quantity(16_000_000);

/**
 * Runs init code in an `eth_call` without `to`, `perCall` inputs appended as hex digits. Returns
 * `digits` digits per input; undefined if too short. Not every node supports this. Throws NodeDown.
 */
export async function runCode(
  batch: Batch,
  code: Hex,
  questions: readonly string[],
  { perCall, digits, tag }: { readonly perCall: number; readonly digits: number; readonly tag: Tag },
): Promise<(string | undefined)[]> {
  const parts = chunk(questions, perCall);
  const outcomes = await batch(parts.map((part): Call => ['eth_call', { data: code + part.join(''), gas: GAS }, tag]));
  return parts.flatMap((part, i) => {
    const outcome = outcomes[i];
    const result = outcome && 'result' in outcome && typeof outcome.result === 'string' ? outcome.result : '';
    return part.map((_, k) => {
      const answer = result.slice(2 + k * digits, 2 + (k + 1) * digits);
      return answer.length === digits ? answer : undefined;
    });
  });
}
