/** Hexadecimal text with 0x, as in JSON-RPC. Hashes and addresses are full-length. */
export type Hex = string;

export const quantity = (n: number): Hex => `0x${n.toString(16)}`;

/** The fields of a transaction that we read. Unknown transaction types omit optional fields or set them to null. */
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

/** A block with full transactions. The last three fields are specific to Avalanche (ACP-226 and earlier). */
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
 * A receipt. Before Byzantium it has a state root instead of a status. `missing`: lost by the node and rebuilt from its
 * logs.
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

/** A log. Topics and data are untrusted: contracts can emit anything. */
export interface RpcLog {
  readonly address: Hex;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly logIndex: Hex;
}

/**
 * The input of `derive`, as stored in the bucket.
 *
 * - `balances`: native balances (wei) of touched addresses at exactly this block.
 * - `holdings`: token amounts by question, read at block `at` for this block and earlier ones of the same batch; null
 *   if the token rejected the call. Missing readings stay missing.
 * - `blockchainId`: of the chain, 32 bytes in lower case; only set if a messenger logged in this block.
 * - `refused`: set if the block cannot be indexed as returned by the node: its number of transactions, none of them
 *   included here.
 * - `standards`: standards reported by tokens, by lower-case address, if they differ from the layout of the logs or
 *   were read with this block.
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
