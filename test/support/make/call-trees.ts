import * as fc from 'fast-check';
import { address } from './blocks';

export interface Node {
  readonly op: 'CALL' | 'CALLCODE' | 'DELEGATECALL' | 'STATICCALL' | 'CREATE' | 'CREATE2' | 'SELFDESTRUCT';
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
  readonly gas: bigint;
  readonly failed: boolean;
  readonly calls: readonly Node[];
}

const anAddress = fc.integer({ min: 0xa1, max: 0xa5 }).map(address);
const aValue = fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }));
const anEnd = fc
  .record({ from: anAddress, to: anAddress, value: aValue })
  .map((fields): Node => ({ op: 'SELFDESTRUCT', gas: 0n, failed: false, calls: [], ...fields }));
const aTree: fc.Memo<Node> = fc.memo((depth) =>
  fc
    .record({
      op: fc.constantFrom<Node['op']>('CALL', 'CALL', 'CALLCODE', 'DELEGATECALL', 'STATICCALL', 'CREATE', 'CREATE2'),
      from: anAddress,
      to: anAddress,
      value: aValue,
      gas: fc.bigInt({ min: 0n, max: 2n ** 63n }),
      failed: fc.nat(4).map((n) => n === 0),
      calls: depth > 1 ? fc.array(aTree(depth - 1), { maxLength: 3 }) : fc.constant([]),
      end: fc.option(anEnd, { nil: undefined }),
    })
    .map(({ end, ...fields }) => ({ ...fields, calls: end ? [...fields.calls, end] : fields.calls })),
);
export const aBlock = fc.array(aTree(5), { maxLength: 4 });

const hex = (n: bigint) => `0x${n.toString(16)}`;
const upper = (a: string) => `0x${a.slice(2).toUpperCase()}`;
const isCreation = ({ op }: Node) => op.startsWith('CREATE');

/** Format of geth's `callTracer`. */
export const getTree = (n: Node): object => ({
  type: n.op,
  from: upper(n.from),
  ...(isCreation(n) && n.failed ? {} : { to: n.to }),
  ...(n.op === 'STATICCALL' ? {} : { value: hex(n.value) }),
  gas: hex(n.gas),
  gasUsed: hex(n.gas / 2n),
  input: '0x',
  ...(n.failed ? { error: 'execution reverted' } : {}),
  ...(n.calls.length > 0 ? { calls: n.calls.map(getTree) } : {}),
});
export const getResults = (block: readonly Node[]) => block.map((top) => ({ txHash: '0x', result: getTree(top) }));

/** Format of Parity. */
function toList(n: Node, tx: number, path: readonly number[] = []): object[] {
  const place = { transactionPosition: tx, traceAddress: path, subtraces: n.calls.length };
  const paid = { from: upper(n.from), value: hex(n.value), gas: hex(n.gas) };
  const gasUsed = hex(n.gas / 2n);
  // A reverted call has a result on some nodes, null on others.
  const outcome = (result: object) =>
    n.failed ? { error: 'Reverted', result: tx % 2 === 0 ? result : null } : { result };
  const told =
    n.op === 'SELFDESTRUCT'
      ? { type: 'suicide', action: { address: n.from, refundAddress: n.to, balance: hex(n.value) }, result: null }
      : isCreation(n)
        ? {
            type: 'create',
            action: { ...paid, creationMethod: n.op.toLowerCase() },
            ...outcome({ gasUsed, address: n.to }),
          }
        : { type: 'call', action: { ...paid, to: n.to, callType: n.op.toLowerCase() }, ...outcome({ gasUsed }) };
  return [{ ...told, ...place }, ...n.calls.flatMap((call, i) => toList(call, tx, [...path, i]))];
}
/** `trace_block` of Parity, with the block reward. */
export const getTraces = (block: readonly Node[]) => [
  ...block.flatMap((top, tx) => toList(top, tx)),
  { type: 'reward', action: { author: address(1), value: '0x1', rewardType: 'block' }, result: null, traceAddress: [] },
];

export const call = (fields: Partial<Node> = {}): Node => ({
  ...{ op: 'CALL', from: address(1), to: address(2), value: 1n, gas: 9n, failed: false, calls: [] },
  ...fields,
});

export function spoil(given: readonly unknown[], at: number, wrong: unknown): unknown[] {
  const copy = structuredClone([...given]);
  const places: [object, string][] = [];
  const look = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      places.push([value, key]);
      look(inner);
    }
  };
  look(copy);
  const place = places[at % (places.length || 1)];
  if (place) Object.assign(place[0], { [place[1]]: wrong });
  return copy;
}
