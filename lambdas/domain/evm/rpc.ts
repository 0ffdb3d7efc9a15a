/** Hexadecimal text with 0x, as in JSON-RPC. Quantities have no leading zeros, hashes and addresses full length. */
export type Hex = string;

/** A number as JSON-RPC's quantity. */
export const quantity = (n: number): Hex => `0x${n.toString(16)}`;

/** The fields of a transaction object that we read. Unknown types may lack any of the optional fields. */
export interface RpcTransaction {
  readonly hash: Hex;
  readonly transactionIndex: Hex;
  readonly from: Hex;
  readonly to?: Hex | null;
  readonly value: Hex;
  readonly input: Hex;
  readonly nonce: Hex;
  readonly gas: Hex;
  readonly type?: Hex;
  readonly gasPrice?: Hex;
  readonly maxFeePerGas?: Hex;
  readonly maxPriorityFeePerGas?: Hex;
  readonly accessList?: readonly { readonly address: Hex; readonly storageKeys: readonly Hex[] }[];
}

/** A block with whole transactions. The last three fields are Avalanche's own (ACP-226 and before). */
export interface RpcBlock {
  readonly number: Hex;
  readonly hash: Hex;
  readonly parentHash: Hex;
  readonly timestamp: Hex;
  readonly gasUsed: Hex;
  readonly gasLimit: Hex;
  readonly baseFeePerGas?: Hex;
  readonly logsBloom?: Hex;
  readonly transactions: readonly RpcTransaction[];
  readonly blockGasCost?: Hex;
  readonly timestampMilliseconds?: Hex;
  readonly minDelayExcess?: Hex;
}

/** A receipt. `status` is absent before Byzantium. `missing`: the node has lost it, and this was made from its logs. */
export interface RpcReceipt {
  readonly transactionHash: Hex;
  readonly transactionIndex: Hex;
  readonly blockHash: Hex;
  readonly gasUsed: Hex;
  readonly effectiveGasPrice?: Hex;
  readonly status?: Hex;
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
 * were indexed in the same batch; null where the token refused. A missing reading stays missing.
 */
export interface RawBlock {
  readonly block: RpcBlock;
  readonly receipts: readonly RpcReceipt[];
  readonly balances: Readonly<Record<string, Hex>>;
  readonly holdings?: { readonly at: number; readonly values: Readonly<Record<string, Hex | null>> };
}
