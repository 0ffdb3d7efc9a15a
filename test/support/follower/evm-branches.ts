import * as fc from 'fast-check';
import type { BlockRef } from '../../../lambdas/chain/domain/block';
import type { RawBlock } from '../../../lambdas/evm/domain/rpc';
import {
  getTokenEvents,
  getTransfers,
  type TokenEvents,
  type TransferKind,
  type TransferRow,
  ZERO_ADDRESS,
} from '../../../lambdas/evm/domain/transfers';
import type { Blocks } from '../../../lambdas/evm/node/blocks';
import { type Question, questionId } from '../../../lambdas/evm/tokens/domain/holdings';
import { aRawBlock, type Sent, type SentLog } from '../make/blocks';
import { aBatch, aTransfer, aWrap } from '../make/logs';

const parties = {
  from: fc.integer({ min: 0, max: 5 }),
  to: fc.integer({ min: 0, max: 5 }),
};
const id = fc.bigInt(0n, 2n);
/** Two tokens of each standard. */
const TOKENS = { erc20: [20, 21], erc721: [30, 31], erc1155: [40, 41] } as const satisfies Record<
  TransferKind,
  readonly number[]
>;
const log: fc.Arbitrary<SentLog> = fc.oneof(
  ...Object.entries(TOKENS).map(([kind, token]) =>
    fc
      .record({ ...parties, kind: fc.constant(kind as TransferKind), token: fc.constantFrom(...token), id })
      .map(aTransfer),
  ),
  fc
    .tuple(
      fc.record({ ...parties, token: fc.constantFrom(...TOKENS.erc1155) }),
      fc.array(fc.tuple(id, id), { maxLength: 3 }),
    )
    .map(([own, entries]) => aBatch(own, entries)),
  fc
    .tuple(fc.record({ token: fc.constantFrom(...TOKENS.erc20), holder: parties.to }), fc.boolean())
    .map(([own, unwraps]) => aWrap(own, unwraps)),
);
const sent: fc.Arbitrary<Sent> = fc.record(
  {
    from: fc.integer({ min: 1, max: 5 }),
    to: fc.integer({ min: 1, max: 5 }),
    failed: fc.boolean(),
    logs: fc.array(log, { maxLength: 3 }),
  },
  { requiredKeys: ['from'] },
);
export const someBlocks = (constraints: fc.ArrayConstraints) => fc.array(fc.array(sent, { maxLength: 6 }), constraints);

/** The salt determines a block's hash. */
export type Branch = readonly { readonly raw: RawBlock; readonly salt: number }[];

/** The first block always stays. */
export const getKept = (branch: Branch, depth: number): Branch => branch.slice(0, Math.max(1, branch.length - depth));

/** Replaces the last blocks. `gaps`: empty heights before each new block. */
export function branchOff(
  branch: Branch,
  depth: number,
  blocks: readonly (readonly Sent[])[],
  salt: number,
  gaps: readonly number[] = [],
): Branch {
  const kept = getKept(branch, depth);
  let last = kept.at(-1)?.raw.block;
  const fromOwner = ownership(kept.flatMap(({ raw }) => getTransfers(raw.receipts)));
  const added = blocks.map((transactions, i) => {
    const own = transactions.map((one) => (one.failed || !one.logs ? one : { ...one, logs: one.logs.map(fromOwner) }));
    const number = last ? Number(last.number) + 1 + (gaps[i] ?? 0) : 0;
    const raw = aRawBlock(number, own, { salt });
    const block = { ...raw.block, parentHash: last?.hash ?? raw.block.parentHash };
    last = block;
    return { raw: { ...raw, block }, salt };
  });
  return [...kept, ...added];
}

/** Makes ERC-721 transfers consistent: each is from the id's owner, or its mint. */
function ownership(before: readonly TransferRow[]): (log: SentLog) => SentLog {
  const owners = new Map<string, string>();
  for (const { kind, token, id: own, to } of before) if (kind === 'erc721') owners.set(`${token} ${own}`, to);
  return (log) => {
    const [signature, , to, own] = log.topics;
    if (!signature || !to || !own || !TOKENS.erc721.some((token) => Number(log.address) === token)) return log;
    const key = `${log.address} ${BigInt(own)}`;
    const owner = owners.get(key) ?? ZERO_ADDRESS;
    owners.set(key, `0x${to.slice(-40)}`);
    return { ...log, topics: [signature, `0x${owner.slice(2).padStart(64, '0')}`, to, own] };
  };
}

/** Fungible balance: how often a holding was touched; ERC-721 owner: the last recipient. */
export function getState(branch: () => readonly RawBlock[]): Pick<Blocks, 'holdings' | 'holdingsAt' | 'balances'> {
  const upTo = (number: number) => branch().filter(({ block }) => Number(block.number) <= number);
  const toWord = ({ transfers, wraps }: TokenEvents, { kind, token, holder, id: own }: Question): string | null => {
    const moved = transfers.filter((one) => one.kind === kind && one.token === token && one.id === own);
    const last = moved.at(-1);
    if (kind === 'erc721') return last ? `0x${last.to.slice(2).padStart(64, '0')}` : null;
    const touched = moved.filter(({ from, to }) => from === holder || to === holder);
    const wrapped = wraps.filter((one) => kind === 'erc20' && one.token === token && one.holder === holder);
    return `0x${(touched.length + wrapped.length).toString(16).padStart(64, '0')}`;
  };
  const answer = (questions: readonly Question[], at: number) => {
    const events = getTokenEvents(upTo(at).flatMap(({ receipts }) => receipts));
    return { at, values: Object.fromEntries(questions.map((one) => [questionId(one), toWord(events, one)])) };
  };
  const has = ({ number, hash }: BlockRef) =>
    branch().some(({ block }) => Number(block.number) === number && block.hash === hash);
  return {
    holdings: async (block, questions, head) =>
      questions.length === 0 ? undefined : answer(questions, has(block) ? block.number : head),
    holdingsAt: async (questions, at) => (questions.length === 0 ? undefined : answer(questions, at)),
    // Changes with each block that names the address.
    async balances({ hash }, addresses) {
      const number = Number(branch().find(({ block }) => block.hash === hash)?.block.number ?? -1);
      const named = upTo(number).flatMap(({ block }) => block.transactions.flatMap(({ from, to }) => [from, to]));
      const count = (address: string) => named.filter((one) => one === address).length;
      return Object.fromEntries(number < 0 ? [] : addresses.map((one) => [one, `0x${count(one).toString(16)}`]));
    },
  };
}
