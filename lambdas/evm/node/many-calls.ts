import type { Hex } from '../domain/rpc';
import { type Batch, runCode, type Tag } from './run-code';

/** `to` in lower case; `data` at most 68 bytes: a selector and two words. */
export interface ContractCall {
  readonly to: string;
  readonly data: Hex;
}

/** `many-calls.yul`, compiled for London: some chains lack the opcodes of later versions. */
const CODE =
  '0x60a060555b3881106014575b50609f190160a0f35b90621e84805a1060505760216059918284600c3960206080815160001a84600051620f4240fa601f3d1116815360805160018201520191016004565b90600b56';
const MAX_CONTRACTS_PER_CALL = 100; // each returned byte costs gas

/** undefined if a contract reverts, returns less than a word or was not reached: call it alone. */
export async function callMany(batch: Batch, calls: readonly ContractCall[], tag: Tag): Promise<(Hex | undefined)[]> {
  const answers = await runCode(batch, CODE, calls.map(question), { perCall: MAX_CONTRACTS_PER_CALL, digits: 66, tag });
  return answers.map((answer) => (answer?.startsWith('01') ? `0x${answer.slice(2)}` : undefined));
}

const question = ({ to, data }: ContractCall): string =>
  to.slice(2) + ((data.length - 2) / 2).toString(16).padStart(2, '0') + data.slice(2).padEnd(136, '0');
