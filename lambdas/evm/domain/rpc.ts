/** Hexadecimal text with 0x, as in JSON-RPC. Hashes and addresses have full length. */
export type Hex = string;

/** A number as JSON-RPC's quantity. */
export const quantity = (n: number): Hex => `0x${n.toString(16)}`;

/** The fields of a transaction object that we read. Unknown types lack optional fields, or have null in them. */
export interface RpcTransaction {
  readonly hash: Hex;
  readonly transactionIndex?: Hex | null;
  readonly from: Hex;
  readonly to?: Hex | null;
  readonly value: Hex;
  readonly input: Hex;
  readonly nonce: Hex;
  readonly gas: Hex;
  readonly type?: Hex | null;
  readonly gasPrice?: Hex | null;
  readonly maxFeePerGas?: Hex | null;
  readonly maxPriorityFeePerGas?: Hex | null;
  readonly accessList?: readonly { readonly address: Hex; readonly storageKeys?: readonly Hex[] | null }[] | null;
}

/** A block with whole transactions. The last three fields are Avalanche's own (ACP-226 and before). */
export interface RpcBlock {
  readonly number: Hex;
  readonly hash: Hex;
  readonly parentHash: Hex;
  readonly timestamp: Hex;
  readonly gasUsed: Hex;
  readonly gasLimit: Hex;
  readonly baseFeePerGas?: Hex | null;
  readonly logsBloom?: Hex | null;
  readonly transactions: readonly RpcTransaction[];
  readonly blockGasCost?: Hex | null;
  readonly timestampMilliseconds?: Hex | null;
  readonly minDelayExcess?: Hex | null;
}

/**
 * A receipt. Before Byzantium it has a state root instead of a status. `missing`: the node has lost it, and this was made
 * from its logs.
 */
export interface RpcReceipt {
  readonly transactionHash: Hex;
  readonly transactionIndex?: Hex | null;
  readonly blockHash?: Hex | null;
  readonly blockNumber?: Hex | null;
  readonly gasUsed: Hex;
  readonly effectiveGasPrice?: Hex | null;
  readonly status?: Hex | null;
  readonly root?: Hex | null;
  readonly contractAddress?: Hex | null;
  readonly missing?: true;
  readonly logs: readonly RpcLog[];
}

/** A log. Contracts may put anything into topics and data. */
export interface RpcLog {
  readonly address: Hex;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly logIndex: Hex;
}

/**
 * Everything that `derive` needs, as stored in the bucket. `balances`: native balance (wei) of touched addresses at
 * this very block. `holdings`: token amounts by question, read at block `at` for this block and those before it that
 * were indexed in the same batch; null where the token refused. A missing reading stays missing. `blockchainId`: the
 * chain's, with blocks in which a messenger logged something, 32 bytes in lower case. `refused`: the node does not give
 * this block in a form that can be indexed; the number of transactions that it lists, of which none is here. `standards`:
 * what tokens state to be, by address in lower case, where that differs from the layout of their logs or was asked for
 * with this block.
 */
export interface RawBlock {
  readonly block: RpcBlock;
  readonly receipts: readonly RpcReceipt[];
  readonly balances: Readonly<Record<string, Hex>>;
  readonly holdings?: { readonly at: number; readonly values: Readonly<Record<string, Hex | null>> };
  readonly blockchainId?: Hex;
  readonly refused?: number;
  readonly standards?: Readonly<Record<Hex, 'erc20' | 'erc721' | 'as-logged'>>;
}
