import type { InternalTransaction } from '../../../lambdas/evm/domain/internal-transactions';
import type { RawBlock } from '../../../lambdas/evm/domain/rpc';
import { address } from './blocks';
import { drawer } from './draw';
import { ME, PEOPLE, type Truth, tokenWorld } from './token-world';

export interface Traced extends RawBlock {
  readonly internalTxs?: readonly InternalTransaction[];
}
export interface ShownInternal {
  readonly hash: string;
  readonly from: string;
  readonly to: string;
  readonly type: string;
  readonly value: bigint;
}

export const anInternalTx = (fields: Partial<InternalTransaction> = {}): InternalTransaction => ({
  tx: 0,
  row: 0,
  type: 'CALL',
  from: address(PEOPLE[0]),
  to: address(PEOPLE[1]),
  value: 1n,
  gasUsed: 2_300n,
  gasLimit: 9_000n,
  ...fields,
});

/** `tokenWorld` with up to five internal transactions per successful transaction. */
export function tracedWorld(seed: number, count: number): Traced[] {
  const { below, pick } = drawer(seed + 1_000, []);
  return tokenWorld(seed, count).map((raw) => {
    const internalTxs: InternalTransaction[] = [];
    for (const [tx, { status }] of raw.receipts.entries())
      for (let left = status === '0x1' ? below(6) : 0; left > 0; left--) {
        const type = pick(['CALL', 'CALL', 'CREATE', 'CREATE2', 'UNKNOWN'] as const);
        const number = Number(raw.block.number) * 10_000 + internalTxs.length;
        const creates = type.startsWith('CREATE');
        const to = creates ? address(0xcafe_0000 + number) : address(pick(PEOPLE));
        const value = BigInt(creates ? below(2) : 1 + below(1_000));
        const [from, row] = [address(pick(PEOPLE)), internalTxs.length];
        internalTxs.push(anInternalTx({ tx, row, type, from, to, value, ...(creates ? { created: to } : {}) }));
      }
    return { ...raw, internalTxs };
  });
}

export const getInternals = (blocks: readonly Traced[], who = ME): Truth<ShownInternal>[] =>
  blocks.flatMap(({ block, internalTxs = [] }) =>
    internalTxs
      .filter(({ from, to }) => from === who || to === who)
      .map(({ tx, from, to, type, value }) => ({
        block: Number(block.number),
        row: { hash: block.transactions[tx]?.hash ?? '', from, to, type, value },
      })),
  );

interface Row {
  readonly txHash?: string;
  readonly from: { readonly address: string };
  readonly to: { readonly address: string };
  readonly internalTxType: string;
  readonly value: string;
}
export const internalsShown = (rows: unknown, hash?: string): ShownInternal[] =>
  (rows as Row[]).map(({ txHash = hash ?? '', from, to, internalTxType, value }) => ({
    hash: txHash,
    from: from.address.toLowerCase(),
    to: to.address.toLowerCase(),
    type: internalTxType,
    value: BigInt(value),
  }));
