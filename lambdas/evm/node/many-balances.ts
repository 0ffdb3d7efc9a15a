import { type Call, toError } from '../../core/node/exchange';
import type { Hex } from '../domain/rpc';
import { type Batch, runCode, type Tag } from './run-code';

/** `many-balances.yul`, compiled with solc for London. */
const CODE = '0x6020602b5b38811060135750601f19016020f35b9060206014918284600c39600051318152019101600456';
const QUANTITY = /^0x[0-9a-f]{1,64}$/i;
/** The answer must not exceed the code size limit (EIP-170). */
const MAX_ADDRESSES_PER_CALL = 500;

/** In wei. Asks one by one if the node runs no undeployed code. Omits missing answers. */
export async function manyBalances(batch: Batch, addresses: readonly string[], tag: Tag): Promise<Record<string, Hex>> {
  const questions = addresses.map((address) => address.slice(2));
  const words = await runCode(batch, CODE, questions, { perCall: MAX_ADDRESSES_PER_CALL, digits: 64, tag });
  const remaining = addresses.filter((_, i) => words[i] === undefined);
  const outcomes = remaining.length > 0 ? await batch(remaining.map((a): Call => ['eth_getBalance', a, tag])) : [];
  const failure = toError(outcomes[0]);
  if (failure && remaining.length === addresses.length) throw failure;
  const alone = new Map(remaining.map((address, i) => [address, outcomes[i]]));
  return Object.fromEntries(
    addresses.flatMap((address, i) => {
      const outcome = alone.get(address);
      const answer = words[i] ? `0x${words[i]}` : outcome && 'result' in outcome ? outcome.result : undefined;
      return typeof answer === 'string' && QUANTITY.test(answer) ? [[address, `0x${BigInt(answer).toString(16)}`]] : [];
    }),
  );
}
