import { type Hex, quantity } from '../../domain/evm/rpc';
import type { Call, Outcome } from './rpc';

/** A call of a contract: `to` an address in lower case, `data` at most 68 bytes: a selector and two words. */
export interface ContractCall {
  readonly to: string;
  readonly data: Hex;
}
/** A block as `eth_call` takes it: a number, or a hash (EIP-1898). */
export type Tag = Hex | { readonly blockHash: Hex };
type Batch = (calls: readonly Call[]) => Promise<Outcome[]>;

/** `many-calls.yul` as solc leaves it for London, the last version before an opcode that some chains do not have. */
const PROGRAM =
  '0x60a060555b3881106014575b50609f190160a0f35b90621e84805a1060505760216059918284600c3960206080815160001a84600051620f4240fa601f3d1116815360805160018201520191016004565b90600b56';
/** Contracts asked by one call: what it returns costs gas by the byte. */
const AT_ONCE = 100;
/** Below the most that one transaction may have (EIP-7825), which some nodes hold calls to. */
const GAS = quantity(16_000_000);
/** Hexadecimal digits of one answer: a byte that says whether there is one, and a word. */
const ANSWER = 66;

/**
 * The first word that each contract answers, asked a hundred at a time, each with at most 1,000,000 gas. Undefined
 * where a contract refuses, answers less than a word or was not reached: that one is to be asked alone. So are all of a
 * node that does not run code which is on no chain, and of one that does not have the block. Throws NodeDown.
 */
export async function callMany(batch: Batch, calls: readonly ContractCall[], tag: Tag): Promise<(Hex | undefined)[]> {
  const parts = Array.from({ length: Math.ceil(calls.length / AT_ONCE) }, (_, i) =>
    calls.slice(i * AT_ONCE, (i + 1) * AT_ONCE),
  );
  const outcomes = await batch(
    parts.map((part): Call => ['eth_call', { data: PROGRAM + part.map(question).join(''), gas: GAS }, tag]),
  );
  return parts.flatMap((part, i) => answersIn(outcomes[i], part.length));
}

const question = ({ to, data }: ContractCall): string =>
  to.slice(2) + ((data.length - 2) / 2).toString(16).padStart(2, '0') + data.slice(2).padEnd(136, '0');

function answersIn(outcome: Outcome | undefined, count: number): (Hex | undefined)[] {
  const result = outcome && 'result' in outcome && typeof outcome.result === 'string' ? outcome.result.slice(2) : '';
  return Array.from({ length: count }, (_, i) => {
    const answer = result.slice(i * ANSWER, (i + 1) * ANSWER);
    return answer.length === ANSWER && answer.startsWith('01') ? `0x${answer.slice(2)}` : undefined;
  });
}
