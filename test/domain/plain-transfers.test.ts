import * as fc from 'fast-check';
import { decodeEventLog, encodeAbiParameters, type Hex, parseAbi, parseAbiParameters, toHex } from 'viem';
import { ODD_LOGS, TOPICS } from '../support/odd-logs';
import { type PlainLog, plainTransfers } from '../support/plain-transfers';

const ERC20 = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)']);
const ERC721 = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 indexed id)']);
const ERC1155 = parseAbi([
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] id, uint256[] value)',
]);
const ARRAYS = parseAbiParameters('uint256[], uint256[]');
const TOKEN = `0x${'aB'.repeat(20)}` as const;

interface Given {
  readonly topics: readonly Hex[];
  readonly data: Hex;
}
interface Decoded {
  readonly eventName: string;
  readonly args: { from: Hex; to: Hex; id?: bigint | readonly bigint[]; value?: bigint | readonly bigint[] };
}
const logOf = ({ topics, data }: Given): PlainLog => ({ address: TOKEN, topics, data, logIndex: '0x1f' });
const transfersOf = (given: Given) => plainTransfers([{ transactionHash: '0xAB', logs: [logOf(given)] }]);

/** The same by viem, whose errors are what malformed means. The number of topics tells ERC-20 and ERC-721 apart. */
function byViem({ topics, data }: Given): unknown[] {
  const of20 = topics[0] === TOPICS.transfer && topics.length === 3;
  if (!of20 && topics.length !== 4) return [];
  const abi = topics[0] !== TOPICS.transfer ? ERC1155 : of20 ? ERC20 : ERC721;
  const kind = abi === ERC20 ? 'ERC-20' : abi === ERC721 ? 'ERC-721' : 'ERC-1155';
  let args: Decoded['args'];
  try {
    args = (decodeEventLog({ abi: abi as typeof ERC1155, topics: topics as [Hex, ...Hex[]], data }) as Decoded).args;
  } catch {
    return [];
  }
  const { id, value } = args;
  const [ids, values] = [[id].flat(), [value].flat()];
  if (ids.length !== values.length) return [];
  return ids.map((one, batchIndex) => ({
    kind,
    ...{ txHash: '0xab', logIndex: 31, batchIndex, token: TOKEN.toLowerCase() },
    ...{ from: args.from.toLowerCase(), to: args.to.toLowerCase() },
    ...(one === undefined ? {} : { id: one }),
    ...(values[batchIndex] === undefined ? {} : { value: values[batchIndex] }),
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
/** Whole data, data with one word changed, and data cut anywhere. */
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
const first = fc.constantFrom(
  TOPICS.transfer,
  TOPICS.transfer,
  TOPICS.single,
  TOPICS.batch,
  TOPICS.batch,
  toHex(1, { size: 32 }),
);
const log: fc.Arbitrary<Given> = fc.oneof(
  fc.record({ topics: fc.tuple(first, hexWord, hexWord, hexWord), data }),
  fc.record({ topics: fc.tuple(first, hexWord, hexWord), data }),
  fc.record({ topics: fc.array(fc.oneof(first, hexWord), { maxLength: 4 }), data }),
);

describe('the oracle of token transfers', () => {
  test('reads from any log what viem reads, and nothing where viem refuses it', () => {
    const seen = { none: 0, 'ERC-20': 0, 'ERC-721': 0, 'ERC-1155': 0, batches: 0 };
    void fc.assert(
      fc.property(log, (given) => {
        const transfers = transfersOf(given);
        seen[transfers[0]?.kind ?? 'none']++;
        if (transfers.length > 1) seen.batches++;
        expect(transfers).toEqual(byViem(given));
      }),
      { numRuns: 4_000 },
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(30);
  });

  test.each(ODD_LOGS)('$name gives $gives', (given) => {
    expect(transfersOf(given)).toHaveLength(given.gives);
    expect(transfersOf(given)).toEqual(byViem(given));
  });

  test('keeps the order of transactions, of logs and of the entries in a batch, each with its place', () => {
    const [one, many] = [ODD_LOGS.find(({ gives }) => gives === 1), ODD_LOGS.find(({ gives }) => gives === 2)];
    if (!one || !many) throw new Error('the odd logs lack one of one entry or one of two');
    const logs = [one, ODD_LOGS[0] ?? one, many].map((given, n) => ({ ...logOf(given), logIndex: toHex(n + 9) }));
    const receipts = [
      { transactionHash: '0xB', logs },
      { transactionHash: '0xA', logs: [{ ...logOf(one), logIndex: '0xc' }] },
    ];
    const places = plainTransfers(receipts).map((t) => [t.txHash, t.logIndex, t.batchIndex]);
    expect(places).toEqual([
      ['0xb', 9, 0],
      ['0xb', 11, 0],
      ['0xb', 11, 1],
      ['0xa', 12, 0],
    ]);
  });
});
