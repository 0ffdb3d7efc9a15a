import * as z from 'zod';
import type { ParameterName } from './parameters';
import * as p from './parameters';
import type { EtherscanAnswer } from './schemas';

export interface ActionSpec {
  /** For the guide. */
  readonly summary: string;
  /** How it differs from other servers of this dialect, for the guide. */
  readonly differs?: string;
  readonly parameters: z.ZodObject<Partial<Record<ParameterName, z.ZodType>>>;
}

const action = <const S extends ActionSpec>(spec: S): S => spec;

const blocks = { startblock: p.StartBlock, endblock: p.EndBlock };
const paging = { page: p.Page, offset: p.Offset };
const list = { ...blocks, ...paging, sort: p.Sort };
const transfers = z.object({
  address: p.optional(p.AddressText),
  contractaddress: p.optional(p.ContractAddress),
  ...list,
});
const tagged = { tag: p.Tag };
const call = {
  to: p.optional(p.AddressText),
  from: p.optional(p.AddressText),
  data: p.optional(p.Data('data')),
  value: p.optional(p.Quantity('value')),
  gas: p.optional(p.Quantity('gas')),
  gasPrice: p.optional(p.Quantity('gasPrice')),
};
const topics = { topic0: p.Topic, topic1: p.Topic, topic2: p.Topic, topic3: p.Topic };
const operators = {
  topic0_1_opr: p.Operator,
  topic0_2_opr: p.Operator,
  topic0_3_opr: p.Operator,
  topic1_2_opr: p.Operator,
  topic1_3_opr: p.Operator,
  topic2_3_opr: p.Operator,
};

/** By module and action. The handlers' types, the guide and the generated requests derive from it. */
export const ACTIONS = {
  account: {
    balance: action({
      summary: 'Balance of an address, in wei.',
      parameters: z.object({ address: p.AddressText, ...tagged }),
    }),
    balancemulti: action({
      summary: 'Balances of up to 20 addresses.',
      parameters: z.object({ address: p.listOf('address', 20), ...tagged }),
    }),
    txlist: action({
      summary: 'Transactions that an address sent or received.',
      differs: '`functionName` is empty. `cumulativeGasUsed` is empty for blocks indexed by release 0.1.0.',
      parameters: z.object({ address: p.AddressText, ...list }),
    }),
    txlistinternal: action({
      summary: 'Internal transactions of an address, of a transaction, or of a block range.',
      differs:
        'Only successful ones that moved coin or created a contract. `input` is empty; `traceId` is the place among those of the block.',
      parameters: z.object({ address: p.optional(p.AddressText), txhash: p.optional(p.HashText), ...list }),
    }),
    tokentx: action({ summary: 'ERC-20 transfers of an address, of a token, or of both.', parameters: transfers }),
    tokennfttx: action({ summary: 'ERC-721 transfers.', parameters: transfers }),
    token1155tx: action({ summary: 'ERC-1155 transfers.', parameters: transfers }),
    tokenbalance: action({
      summary: 'Balance of an ERC-20 token, in its smallest unit.',
      parameters: z.object({ contractaddress: p.ContractAddress, address: p.AddressText, ...tagged }),
    }),
    addresstokenbalance: action({
      summary: 'ERC-20 tokens that an address holds.',
      parameters: z.object({ address: p.AddressText, ...paging }),
    }),
    addresstokennftbalance: action({
      summary: 'ERC-721 collections that an address holds tokens of.',
      parameters: z.object({ address: p.AddressText, ...paging }),
    }),
    getminedblocks: action({
      summary: 'Always empty: rewards of block producers are not indexed.',
      parameters: z.object({ address: p.AddressText, ...paging }),
    }),
  },
  block: {
    getblocknobytime: action({
      summary: 'Number of the last block before, or the first one after, a time.',
      parameters: z.object({ timestamp: p.Timestamp, closest: p.Closest }),
    }),
    getblockreward: action({
      summary: 'Producer and time of a block.',
      differs: '`blockReward` and `uncleInclusionReward` are empty: rewards differ by chain and are not indexed.',
      parameters: z.object({ blockno: p.BlockNumberText }),
    }),
    getblockcountdown: action({
      summary: 'Estimated seconds until a block.',
      parameters: z.object({ blockno: p.BlockNumberText }),
    }),
  },
  transaction: {
    getstatus: action({
      summary: 'Whether a transaction failed.',
      differs: '`errDescription` is empty. Fields of a transaction that is not indexed are empty.',
      parameters: z.object({ txhash: p.HashText }),
    }),
    gettxreceiptstatus: action({
      summary: 'Status in the receipt of a transaction.',
      parameters: z.object({ txhash: p.HashText }),
    }),
  },
  contract: {
    getcontractcreation: action({
      summary: 'Creators of up to 5 contracts.',
      differs: '`creationBytecode` is empty if another contract created it.',
      parameters: z.object({ contractaddresses: p.listOf('contractaddresses', 5) }),
    }),
    getabi: action({
      summary: 'Always `Contract source code not verified`.',
      parameters: z.object({ address: p.AddressText }),
    }),
    getsourcecode: action({
      summary: 'Always an entry without source code.',
      parameters: z.object({ address: p.AddressText }),
    }),
  },
  logs: {
    getLogs: action({
      summary: 'Logs by address and topics, from the node.',
      differs: 'At most 10,000 blocks a call, 1,000 without an address or a topic; up to 10,000 logs.',
      parameters: z.object({
        address: p.optional(p.AddressText),
        fromBlock: p.FromBlock,
        toBlock: p.ToBlock,
        ...topics,
        ...operators,
        ...paging,
      }),
    }),
  },
  proxy: {
    eth_blockNumber: action({ summary: 'Number of the node’s last block.', parameters: z.object({}) }),
    eth_getBlockByNumber: action({
      summary: 'A block.',
      parameters: z.object({ ...tagged, boolean: p.BooleanText }),
    }),
    eth_getBlockTransactionCountByNumber: action({
      summary: 'Number of transactions of a block.',
      parameters: z.object(tagged),
    }),
    eth_getTransactionByHash: action({ summary: 'A transaction.', parameters: z.object({ txhash: p.HashText }) }),
    eth_getTransactionByBlockNumberAndIndex: action({
      summary: 'A transaction by its place.',
      parameters: z.object({ ...tagged, index: p.Quantity('index') }),
    }),
    eth_getTransactionCount: action({
      summary: 'Nonce of an address.',
      parameters: z.object({ address: p.AddressText, ...tagged }),
    }),
    eth_getTransactionReceipt: action({
      summary: 'Receipt of a transaction.',
      parameters: z.object({ txhash: p.HashText }),
    }),
    eth_call: action({ summary: 'Result of a call.', parameters: z.object({ ...call, ...tagged }) }),
    eth_getCode: action({
      summary: 'Code of a contract.',
      parameters: z.object({ address: p.AddressText, ...tagged }),
    }),
    eth_getStorageAt: action({
      summary: 'A storage slot.',
      parameters: z.object({ address: p.AddressText, position: p.Quantity('position'), ...tagged }),
    }),
    eth_gasPrice: action({ summary: 'The node’s gas price.', parameters: z.object({}) }),
    eth_estimateGas: action({ summary: 'Gas that a call takes.', parameters: z.object(call) }),
  },
  stats: {
    tokensupply: action({
      summary: 'Total supply of an ERC-20 token, in its smallest unit.',
      parameters: z.object({ contractaddress: p.ContractAddress }),
    }),
    ethprice: action({
      summary: 'Price of the chain’s token, if a price service is configured.',
      differs: 'The fields keep their names on every chain. `ethbtc` and the timestamps are empty.',
      parameters: z.object({}),
    }),
  },
  gastracker: {
    gasoracle: action({
      summary: 'Gas prices in gwei, from the node’s last blocks.',
      parameters: z.object({}),
    }),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ActionSpec>>>>;

type Actions = typeof ACTIONS;
type ModuleName = keyof Actions;
export type ParametersOf<S> = S extends { readonly parameters: infer P extends z.ZodType } ? z.output<P> : never;
/** One handler for every action of a module. */
export type HandlersOf<M extends ModuleName, Context> = {
  readonly [A in keyof Actions[M]]: (
    parameters: ParametersOf<Actions[M][A]>,
    context: Context,
  ) => Promise<z.input<typeof EtherscanAnswer>>;
};

/** Known to clients, refused with the reason. */
export const UNSUPPORTED: Readonly<Record<string, string>> = {
  'stats.ethsupply': 'the supply of a chain is not indexed',
  'stats.ethsupply2': 'the supply of a chain is not indexed',
  'contract.verifysourcecode': 'contracts cannot be verified here',
  'contract.checkverifystatus': 'contracts cannot be verified here',
  'contract.verifyproxycontract': 'contracts cannot be verified here',
  'contract.checkproxyverification': 'contracts cannot be verified here',
  'proxy.eth_sendRawTransaction': 'transactions cannot be sent here; send them to a node',
};
