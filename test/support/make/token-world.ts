import type { RawBlock } from '../../../lambdas/evm/domain/rpc';
import { type PlainTransfer, plainTransfers } from '../oracles/plain-transfers';
import { address, aRawBlock, type Sent, type SentLog } from './blocks';
import { drawer } from './draw';
import { aBatch, aTransfer } from './logs';

/** Entries of a batch share their `logIndex`. */
export type Shown = Omit<PlainTransfer, 'batchIndex'>;
export interface Truth<T> {
  readonly block: number;
  readonly row: T;
}
export interface WithTransfers {
  /** Block and index: `'3/0'`. */
  readonly place: string;
  readonly transfers: readonly Shown[];
}

/** `address` makes these addresses with letters, so their case matters. 0 mints and burns. */
export const PEOPLE = [0xa1, 0xa2, 0xa3, 0xa4] as const;
export const TOKENS = { erc20: 0xc20, other20: 0xc21, erc721: 0xc72, erc1155: 0xcc5 } as const;

/** Blocks from 1, each with up to four transactions of up to twelve logs. Deterministic by seed. */
export function tokenWorld(seed: number, count: number): RawBlock[] {
  const { below, pick } = drawer(seed, []);
  const log = (): SentLog => {
    const parties = { from: pick([0, ...PEOPLE]), to: pick([0, ...PEOPLE]) };
    const [id, value] = [BigInt(below(5)), BigInt(below(1_000))];
    const { erc20, other20, erc721, erc1155 } = TOKENS;
    return pick([
      () => aTransfer({ kind: 'erc20', token: pick([erc20, other20]), ...parties, value }),
      () => aTransfer({ kind: 'erc721', token: erc721, ...parties, id }),
      () => aTransfer({ kind: 'erc1155', token: erc1155, ...parties, id, value }),
      () =>
        aBatch(
          { token: erc1155, ...parties },
          Array.from({ length: below(4) }, (_, i) => [BigInt(i), value]),
        ),
    ])();
  };
  const several = <T>(most: number, make: () => T): T[] => Array.from({ length: below(most + 1) }, make);
  const sent = (): Sent => {
    const to = below(6) === 0 ? {} : { to: pick([...PEOPLE, TOKENS.erc20]) };
    return { from: pick(PEOPLE), ...to, failed: below(8) === 0, logs: several(12, log) };
  };
  return Array.from({ length: count }, (_, n) => aRawBlock(n + 1, several(4, sent)));
}

export const transfersIn = (blocks: readonly RawBlock[], wanted: (t: Shown) => boolean): Truth<Shown>[] =>
  blocks.flatMap(({ block, receipts }) =>
    plainTransfers(receipts).flatMap(({ batchIndex: _, ...row }) =>
      wanted(row) ? [{ block: Number(block.number), row }] : [],
    ),
  );

export const isParty =
  (who: string) =>
  ({ from, to }: Pick<Shown, 'from' | 'to'>): boolean =>
    from === who || to === who;

interface Own extends WithTransfers {
  readonly isNative: boolean;
}

export function transactionsIn(blocks: readonly RawBlock[], who: string): Truth<Own>[] {
  return blocks.flatMap((raw) => {
    const block = Number(raw.block.number);
    const moved = transfersIn([raw], isParty(who)).map(({ row }) => row);
    return raw.block.transactions.flatMap(({ hash, from, to }, i) => {
      const own = moved.filter((transfer) => transfer.txHash === hash);
      const { contractAddress, status } = raw.receipts[i] ?? {};
      const isNative = from === who || to === who || (status === '0x1' && contractAddress === who);
      const row = { place: `${block}/${i}`, transfers: byKind(own), isNative };
      return isNative || own.length > 0 ? [{ block, row }] : [];
    });
  });
}

const byKind = (transfers: readonly Shown[]): Shown[] =>
  (['ERC-20', 'ERC-721', 'ERC-1155'] as const).flatMap((kind) => transfers.filter((t) => t.kind === kind));

export const ME = address(PEOPLE[0]);
