export interface PlainReceipt {
  readonly transactionHash: string;
  readonly logs: readonly PlainLog[];
}

/** Hex text with 0x; `logIndex` counts over the block. */
export interface PlainLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly logIndex: string;
}

/** Lower case, smallest unit. ERC-20 has no `id`, ERC-721 no `value`. `batchIndex` counts within a log. */
export interface PlainTransfer {
  readonly kind: 'ERC-20' | 'ERC-721' | 'ERC-1155';
  readonly txHash: string;
  readonly logIndex: number;
  readonly batchIndex: number;
  readonly token: string;
  readonly from: string;
  readonly to: string;
  readonly id?: bigint;
  readonly value?: bigint;
}

type Entry = Pick<PlainTransfer, 'kind' | 'from' | 'to' | 'id' | 'value'>;

const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const SINGLE = 'c3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
const BATCH = '4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb';

/** Shares no code with the service. Malformed logs yield nothing and never throw. */
export function plainTransfers(receipts: readonly PlainReceipt[]): PlainTransfer[] {
  return receipts.flatMap(({ transactionHash, logs }) =>
    logs.flatMap((log) =>
      getEntries(log).map((entry, batchIndex) => ({
        ...entry,
        txHash: transactionHash.toLowerCase(),
        logIndex: Number(log.logIndex),
        batchIndex,
        token: log.address.toLowerCase(),
      })),
    ),
  );
}

function getEntries(log: PlainLog): Entry[] {
  const [event, first = '', second = '', third = ''] = log.topics.map((topic) => topic.slice(2).toLowerCase());
  const data = log.data.slice(2);
  if (event === TRANSFER && log.topics.length === 3) {
    const value = wordAt(data, 0n);
    return value === undefined ? [] : [{ kind: 'ERC-20', from: addressIn(first), to: addressIn(second), value }];
  }
  // Nothing is indexed: all three words are in the data.
  if (event === TRANSFER && log.topics.length === 1) {
    const value = wordAt(data, 64n);
    if (value === undefined) return [];
    return [{ kind: 'ERC-20', from: addressIn(data.slice(0, 64)), to: addressIn(data.slice(64, 128)), value }];
  }
  if (log.topics.length !== 4) return [];
  // The first ERC-1155 topic is the operator, not a party.
  const parties = { from: addressIn(second), to: addressIn(third) };
  if (event === TRANSFER) {
    return [{ kind: 'ERC-721', from: addressIn(first), to: addressIn(second), id: BigInt(`0x${third}`) }];
  }
  if (event === SINGLE) {
    const [id, value] = [wordAt(data, 0n), wordAt(data, 32n)];
    return id === undefined || value === undefined ? [] : [{ kind: 'ERC-1155', ...parties, id, value }];
  }
  if (event === BATCH) {
    const [ids, values] = [arrayAt(data, 0n), arrayAt(data, 32n)];
    if (ids?.length !== values?.length) return [];
    return (ids ?? []).map((id, n) => ({ kind: 'ERC-1155', ...parties, id, value: values?.[n] ?? 0n }));
  }
  return [];
}

const addressIn = (topic: string): string => `0x${topic.slice(-40)}`;

/** Undefined beyond the data. Offsets have 256 bits and must not be rounded. */
function wordAt(data: string, offset: bigint): bigint | undefined {
  if ((offset + 32n) * 2n > BigInt(data.length)) return undefined;
  const start = Number(offset) * 2;
  return BigInt(`0x${data.slice(start, start + 64)}`);
}

/** As in Solidity, any offset within the data is valid. */
function arrayAt(data: string, head: bigint): bigint[] | undefined {
  const start = wordAt(data, head);
  if (start === undefined) return undefined;
  const length = wordAt(data, start);
  // Checked before allocating: a log may claim 2^200 entries.
  if (length === undefined || (start + 32n + length * 32n) * 2n > BigInt(data.length)) return undefined;
  return Array.from({ length: Number(length) }, (_, n) => wordAt(data, start + 32n + BigInt(n) * 32n) ?? 0n);
}
