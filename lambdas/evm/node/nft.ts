import type { Call, Outcome, RpcClient } from '../../core/node/rpc';
import { MAX_DATA_URI_CHARACTERS, MAX_URI_CHARACTERS } from '../tokens/domain/nft-target';
import { OWNER_GAS } from './holdings';
import { getAnswer } from './run-code';

/** `owner` in lower case, ERC-721 only. */
export interface NftReading {
  readonly owner?: string;
  /** Truncated one character past the limits of `getTarget`, which then rejects it. */
  readonly tokenUri?: string;
  /** Always true for ERC-1155, which has no query for it. */
  readonly exists: boolean;
}

// Rendering on chain takes millions of gas, and memory cost is quadratic: this allows 2 MB.
const URI_GAS = '0x989680';

/** Reads at the head. Omits fields that revert or are invalid. Throws NodeError. */
export async function readNft(
  rpc: Pick<RpcClient, 'batch'>,
  collection: string,
  id: bigint,
  kind: 'erc721' | 'erc1155',
): Promise<NftReading> {
  const ask = (selector: string, gas: string): Call => [
    'eth_call',
    { to: collection, data: selector + id.toString(16).padStart(64, '0'), gas },
    'latest',
  ];
  const calls =
    kind === 'erc721' ? [ask('0xc87b56dd', URI_GAS), ask('0x6352211e', OWNER_GAS)] : [ask('0x0e89341c', URI_GAS)];
  const [uri, holder] = await rpc.batch(calls);
  const tokenUri = stringIn(toDigits(uri));
  const owner = addressIn(toDigits(holder));
  return {
    ...(owner === undefined ? {} : { owner }),
    ...(tokenUri === undefined ? {} : { tokenUri }),
    exists: kind === 'erc1155' || owner !== undefined,
  };
}

const toDigits = (outcome: Outcome | undefined): string => getAnswer(outcome).slice(2);

/** Burned tokens are owned by the zero address. */
function addressIn(digits: string): string | undefined {
  const word = digits.slice(0, 64);
  return /^0{24}[\da-f]{40}$/i.test(word) && !/^0+$/.test(word) ? `0x${word.slice(24).toLowerCase()}` : undefined;
}

/** Decodes an ABI string, up to the longest useful URI. */
function stringIn(digits: string): string | undefined {
  const at = 2 * wordAt(digits, 0);
  const length = wordAt(digits, at);
  const start = at + 64;
  // NaN if a word is missing, which makes the comparison false.
  if (!(start + 2 * length <= digits.length)) return undefined;
  // A character takes at most three bytes.
  const text = (max: number) =>
    Buffer.from(digits.slice(start, start + 2 * Math.min(length, 3 * (max + 1))), 'hex')
      .toString()
      .slice(0, max + 1);
  const head = text(MAX_URI_CHARACTERS);
  return /^\s*data:/i.test(head) ? text(MAX_DATA_URI_CHARACTERS) : head;
}

function wordAt(digits: string, at: number): number {
  const word = digits.slice(at, at + 64);
  return word.length === 64 ? Number(`0x${word}`) : Number.NaN;
}
