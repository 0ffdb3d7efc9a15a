import { chunk } from '../../domain/chunk';
import { type Hex, quantity } from '../../domain/evm/rpc';
import type { Call, Outcome } from '../node/rpc';

/** Sends calls to a node; throws NodeDown. */
export type Batch = (calls: readonly Call[]) => Promise<Outcome[]>;
/** A block as `eth_call` takes it: a number, or a hash (EIP-1898). */
export type Tag = Hex | { readonly blockHash: Hex };

/** Below the most that one transaction may have (EIP-7825), which some nodes hold calls to. */
const GAS = quantity(16_000_000);

/**
 * Runs code that is on no chain: init code of a contract that nobody creates. Each question, hexadecimal digits, is put
 * behind it, `atOnce` of them in a call. Gives for each what stands at its place in what the code returned, `digits`
 * long; undefined where nothing does. Not every node does this. Throws NodeDown.
 */
export async function runCode(
  batch: Batch,
  code: Hex,
  questions: readonly string[],
  { atOnce, digits, tag }: { readonly atOnce: number; readonly digits: number; readonly tag: Tag },
): Promise<(string | undefined)[]> {
  const parts = chunk(questions, atOnce);
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
