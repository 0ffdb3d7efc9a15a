/** `gives`: the number of valid transfers that it contains. */
export interface OddLog {
  readonly name: string;
  readonly topics: readonly `0x${string}`[];
  readonly data: `0x${string}`;
  readonly gives: number;
}

const word = (value: number | bigint): string => value.toString(16).padStart(64, '0');
const words = (...values: (number | bigint)[]): `0x${string}` => `0x${values.map(word).join('')}`;
const topic = (value: number | bigint): `0x${string}` => `0x${word(value)}`;

/** keccak256 of the event signatures. */
export const TOPICS = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  single: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  batch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  consecutive: '0xdeaa91b6123d068f5821d0fb0678463d1a8a6079fe8af5de3ce5e896dcf9133d',
  deposit: '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c',
  withdrawal: '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65',
} as const;

const HUGE = 2n ** 200n;
/** The first 12 bytes of these topics are not part of the address. */
const [FROM, TO] = [topic(0xa11cen), topic((0xffn << 248n) | 0xb0bn)];
const transfer = (name: string, topics: OddLog['topics'], data: OddLog['data'], gives = 0): OddLog => ({
  ...{ name, topics: [TOPICS.transfer, ...topics], data, gives },
});
const single = (name: string, data: OddLog['data'], gives = 0): OddLog => ({
  ...{ name, topics: [TOPICS.single, FROM, FROM, TO], data, gives },
});
const batch = (name: string, data: OddLog['data'], gives = 0): OddLog => ({
  ...{ name, topics: [TOPICS.batch, FROM, FROM, TO], data, gives },
});

/** Written by the contract `WrongTopics`; some are valid but look malformed. */
export const ODD_LOGS: readonly OddLog[] = [
  { name: 'a log without topics', topics: [], data: words(1), gives: 0 },
  transfer('a Transfer of one topic, with nothing indexed,', [], words(1, 2, 3), 1),
  transfer('a Transfer of one topic with less than three words', [], `0x${words(1, 2, 3).slice(2, -2)}`),
  transfer('a Transfer of two topics', [FROM], words(2, 3)),
  transfer('an ERC-20 Transfer without data', [FROM, TO], '0x'),
  transfer('an ERC-20 Transfer with 31 bytes', [FROM, TO], `0x${'11'.repeat(31)}`),
  transfer('an ERC-20 Transfer with more data than a value', [FROM, TO], words(5, 6), 1),
  transfer('an ERC-20 Transfer of the greatest value', [FROM, TO], words(2n ** 256n - 1n), 1),
  transfer('an ERC-721 Transfer with data', [FROM, TO, topic(7)], words(8), 1),
  transfer('an ERC-721 Transfer of the greatest id', [FROM, TO, topic(2n ** 256n - 1n)], '0x', 1),
  single('a TransferSingle without data', '0x'),
  single('a TransferSingle with 63 bytes', `0x${'11'.repeat(63)}`),
  single('a TransferSingle with more data than it needs', words(1, 2, 3), 1),
  { name: 'a TransferSingle of three topics', topics: [TOPICS.single, FROM, TO], data: words(0, 1, 2), gives: 0 },
  batch('a TransferBatch without data', '0x'),
  batch('a TransferBatch with one word', words(64)),
  batch('a TransferBatch of nothing', words(64, 96, 0, 0)),
  batch('a TransferBatch with more ids than values', words(64, 160, 2, 1, 2, 1, 9)),
  batch('a TransferBatch with ids and no values', words(64, 128, 1, 7, 0)),
  batch('a TransferBatch with an offset beyond the data', words(64, 4096, 1, 1, 1, 1)),
  batch('a TransferBatch with a huge offset', words(HUGE, HUGE, 1, 1, 1, 1)),
  batch('a TransferBatch with an offset that wraps around', words(2n ** 256n - 32n, 64, 1, 1)),
  batch('a TransferBatch that claims 2^200 entries', words(64, 96, HUGE, HUGE)),
  batch('a TransferBatch with a length that wraps to 0 when multiplied by 32', words(64, 96, 2n ** 251n, 2n ** 251n)),
  batch('a TransferBatch with one entry less than it claims', words(64, 160, 2, 1, 2, 2, 9)),
  batch('a TransferBatch without its last byte', `0x${words(64, 128, 1, 7, 1, 9).slice(2, -2)}`),
  batch('a TransferBatch with one array for ids and values', words(64, 64, 2, 5, 6), 2),
  batch('a TransferBatch with values before ids', words(160, 64, 2, 5, 6, 2, 7, 8), 2),
];
