import * as fc from 'fast-check';
import type { Hex } from 'viem';
import { decodeEventLog, encodeAbiParameters, parseAbi, parseAbiParameters, toHex } from 'viem/utils';
import type { TransferRow } from '../../../lambdas/evm/domain/transfers';
import { TOPICS } from '../make/odd-logs';

const ERC20 = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)']);
const NOTHING_INDEXED = parseAbi(['event Transfer(address from, address to, uint256 value)']);
const ERC721 = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 indexed id)']);
const ERC1155 = parseAbi([
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] id, uint256[] value)',
]);
const ARRAYS = parseAbiParameters('uint256[], uint256[]');

export interface AnyLog {
  readonly topics: readonly Hex[];
  readonly data: Hex;
}
export type Said = Pick<TransferRow, 'kind' | 'from' | 'to' | 'id' | 'value'>;
interface Decoded {
  readonly args: { from: Hex; to: Hex; id?: bigint | readonly bigint[]; value?: bigint | readonly bigint[] };
}

/** viem's errors define malformed. The topics distinguish ERC-20 from ERC-721. */
export function byViem({ topics, data }: AnyLog): Said[] {
  const of20 = topics[0] === TOPICS.transfer && (topics.length === 3 || topics.length === 1);
  if (!of20 && topics.length !== 4) return [];
  const abi = topics[0] !== TOPICS.transfer ? ERC1155 : !of20 ? ERC721 : topics.length === 1 ? NOTHING_INDEXED : ERC20;
  const kind = of20 ? 'erc20' : abi === ERC721 ? 'erc721' : 'erc1155';
  let args: Decoded['args'];
  try {
    args = (decodeEventLog({ abi: abi as typeof ERC1155, topics: topics as [Hex, ...Hex[]], data }) as Decoded).args;
  } catch {
    return [];
  }
  const { id, value } = args;
  const [ids, values] = [[id].flat(), [value].flat()];
  if (ids.length !== values.length) return [];
  return ids.map((one, i) => ({
    ...{ kind, from: args.from.toLowerCase(), to: args.to.toLowerCase() },
    ...(one === undefined ? {} : { id: one }),
    ...(values[i] === undefined ? {} : { value: values[i] }),
  }));
}

const word = fc.oneof(
  fc.integer({ min: 0, max: 8 }).map((n) => BigInt(n) * 32n),
  fc.integer({ min: 0, max: 3 }).map(BigInt),
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
);
const hexWord = word.map((value) => toHex(value, { size: 32 }));
const arrays = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 5 }), fc.array(word, { maxLength: 5 }), fc.boolean())
  .map(([ids, more, even]) => encodeAbiParameters(ARRAYS, [ids, even ? ids.map((id, n) => more[n] ?? id) : more]));
/** Intact, with one word changed, or cut anywhere. */
const data = fc
  .tuple(
    fc.oneof(
      arrays,
      arrays,
      fc.array(hexWord, { maxLength: 8 }).map((all) => `0x${all.map((one) => one.slice(2)).join('')}` as const),
    ),
    fc.oneof(fc.constant(null), fc.tuple(fc.nat({ max: 8 }), hexWord)),
    fc.oneof(fc.constant(null), fc.nat({ max: 300 })),
  )
  .map(([whole, change, cut]): Hex => {
    const at = change ? 2 + change[0] * 64 : whole.length;
    const fits = change && at < whole.length;
    const changed = fits ? whole.slice(0, at) + change[1].slice(2) + whole.slice(at + 64) : whole;
    return (cut === null ? changed : changed.slice(0, 2 + cut * 2)) as Hex;
  });
const { transfer, single, batch } = TOPICS;
const first = fc.constantFrom<Hex>(transfer, transfer, single, batch, batch, toHex(1, { size: 32 }));

/** Half of them are malformed. */
export const anyLog: fc.Arbitrary<AnyLog> = fc.oneof(
  fc.record({ topics: fc.tuple(first, hexWord, hexWord, hexWord), data }),
  fc.record({ topics: fc.tuple(first, hexWord, hexWord), data }),
  fc.record({ topics: fc.array(fc.oneof(first, hexWord), { maxLength: 4 }), data }),
);
