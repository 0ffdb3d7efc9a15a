export type Hex = string; // with 0x; hashes and addresses are full-length

export const quantity = (n: number | bigint): Hex => `0x${n.toString(16)}`;

/** Unknown transaction types omit optional fields or set them to null. */
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

/** The last three fields are specific to Avalanche (ACP-226 and earlier). */
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

/** Before Byzantium, `root` replaces `status`. `missing`: lost, and rebuilt from its logs. */
export interface RpcReceipt {
  readonly transactionHash: Hex;
  readonly transactionIndex?: Hex | null;
  readonly blockHash?: Hex | null;
  readonly blockNumber?: Hex | null;
  readonly gasUsed: Hex;
  readonly cumulativeGasUsed?: Hex | null;
  readonly effectiveGasPrice?: Hex | null;
  readonly status?: Hex | null;
  readonly root?: Hex | null;
  readonly contractAddress?: Hex | null;
  readonly missing?: true;
  readonly logs: readonly RpcLog[];
}

/** Topics and data are untrusted. */
export interface RpcLog {
  readonly address: Hex;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly logIndex: Hex;
}

/** The input of `derive`, as stored in the bucket. */
export interface RawBlock {
  readonly block: RpcBlock;
  readonly receipts: readonly RpcReceipt[];
  /** In wei, of touched addresses at exactly this block. */
  readonly balances: Readonly<Record<string, Hex>>;
  /** By question, read at block `at` for this and earlier blocks; null if the token rejected it. */
  readonly holdings?: { readonly at: number; readonly values: Readonly<Record<string, Hex | null>> };
  readonly blockchainId?: Hex; // in lower case; only if a messenger logged in this block
  readonly refused?: number; // transactions of a block that cannot be indexed, not included here
  /** By lower-case address, if they differ from the layout of the logs or were read now. */
  readonly standards?: Readonly<Record<Hex, 'erc20' | 'erc721' | 'as-logged'>>;
}
