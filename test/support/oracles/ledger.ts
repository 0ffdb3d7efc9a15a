import type { Address, Hex } from 'viem';
import type { InternalTransaction } from '../../../lambdas/evm/domain/internal-transactions';
import type { Traced } from '../../../lambdas/evm/node/trace-methods';

export type Block = Traced & { readonly miner: Address; readonly baseFeePerGas: Hex };
export interface Receipt {
  readonly from: Address;
  readonly to: Address | null;
  readonly contractAddress: Address | null;
  readonly status: Hex;
  readonly gasUsed: Hex;
  readonly effectiveGasPrice: Hex;
}
export interface Mined {
  readonly block: Block;
  readonly receipts: readonly Receipt[];
  readonly internalTxs: readonly InternalTransaction[];
}

/** Wei by address: values and fees from receipts, the rest from internal transactions. */
export function book(ledger: Map<string, bigint>, { block, receipts, internalTxs }: Mined): void {
  const add = (address: string, wei: bigint) => ledger.set(address, (ledger.get(address) ?? 0n) + wei);
  for (const [i, { from, to, contractAddress, status, gasUsed, effectiveGasPrice }] of receipts.entries()) {
    const price = BigInt(effectiveGasPrice);
    add(from, -BigInt(gasUsed) * price);
    // The base fee is burnt.
    add(block.miner, BigInt(gasUsed) * (price - BigInt(block.baseFeePerGas)));
    const value = BigInt(block.transactions[i]?.value ?? 0);
    if (status !== '0x1') continue;
    add(from, -value);
    add(to ?? contractAddress ?? '', value);
  }
  for (const { from, to, value } of internalTxs) {
    add(from, -value);
    add(to, value);
  }
}
