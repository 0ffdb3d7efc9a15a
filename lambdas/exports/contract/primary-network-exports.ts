// Columns in order. New ones go at the end.

const AVAX = 'in whole AVAX, with all digits: `1.5`';
const RAW = 'The same in nAVAX';

export const LEDGER_COLUMNS = {
  date: 'Time of the block: ISO 8601, UTC, to the second.',
  network: 'The network.',
  block:
    'Height of the block that created or spent the output. A proposal, such as the end of a stake, takes effect with the next block.',
  transactionId: 'Id of the transaction; empty for outputs of the genesis.',
  type: 'Type of the transaction, such as `BaseTx`, `ExportTx` or `RewardValidatorTx`; `genesis` for outputs of the genesis.',
  addresses: 'The exported addresses that own the output, separated by spaces.',
  direction: '`in`: the output was received. `out`: it was spent.',
  amount: `Amount ${AVAX}. Empty for other assets, because P-Chain blocks do not contain their decimals.`,
  rawAmount: `${RAW}, or in the smallest unit of the asset.`,
  asset: 'Id of the asset.',
  symbol: '`AVAX`; empty for other assets.',
  output:
    'Kind of output: `transfer`, `stake`, `validation reward`, `delegation reward`, `delegation fee` (a validator’s share of its delegators’ rewards), `refund` (of the balance of an L1 validator) or `genesis`.',
  outputId:
    'Id of the output, as `utxoId` in the API; the same in the row that receives it and the row that spends it.',
  fee: `AVAX burned by the transaction, ${AVAX}, in its first row only. Empty if it also spent AVAX of other owners, because it is unknown who paid.`,
  validatorBalance: `AVAX that the transaction added to balances of L1 validators, ${AVAX}, with the same rules as the fee.`,
  nodeId: 'Node of the stake or of the L1 validators of the transaction.',
  subnetId: 'Their subnet, or the subnet that the transaction changes.',
  validationId: 'Validation ids of the L1 validators that the transaction changed, separated by spaces.',
  stakingTransactionId:
    'For a transaction that ends a stake, ends one of its cycles or changes it: the transaction that started it.',
  otherChain: 'Id of the chain that the transaction imports from or exports to.',
  memo: 'The memo, as text if it is printable, otherwise as hexadecimal digits with 0x.',
  owners: 'Number of owners of the output.',
  threshold: 'Number of owners that must sign to spend it.',
  lockedUntil: 'Time until which it cannot be spent; empty if it was never locked.',
  stakeableUntil: 'Time until which it can only be staked; empty if it was never locked that way.',
} as const satisfies Readonly<Record<string, string>>;
export type LedgerColumn = keyof typeof LEDGER_COLUMNS;

/** Exactly the columns, and column names, of Koinly's custom CSV file ("universal template"). */
export const SIMPLE_COLUMNS = {
  Date: 'Time of the block in UTC: `YYYY-MM-DD HH:mm:ss`.',
  'Sent Amount': `Net decrease of the exported addresses together, without the fee: AVAX ${AVAX}, other assets in their smallest unit. Empty if there is none. With the label \`cost\`: the fee.`,
  'Sent Currency': '`AVAX`, or the id of another asset in cb58. Empty if the amount is.',
  'Received Amount': 'Net increase, in the same form.',
  'Received Currency': 'Same as `Sent Currency`.',
  'Fee Amount': `AVAX burned by the transaction, ${AVAX}. Empty if it also spent AVAX of other owners, and with the label \`cost\`.`,
  'Fee Currency': '`AVAX`. Empty if the amount is.',
  Label: '`reward`: staking rewards. `cost`: only the fee was spent. Otherwise empty.',
  Description:
    'Type of the transaction, followed by its nodes, other chain and memo; `genesis` for genesis allocations.',
  TxHash: 'Id of the transaction in cb58; empty for genesis allocations.',
} as const satisfies Readonly<Record<string, string>>;
export type SimpleColumn = keyof typeof SIMPLE_COLUMNS;

export const STAKING_COLUMNS = {
  date: LEDGER_COLUMNS.date,
  network: LEDGER_COLUMNS.network,
  block: 'Height of the block of the event.',
  transactionId:
    'Id of the transaction that staked, ended the stake or paid the reward; empty for stakes started by the genesis.',
  event: '`begin`: the stake was made. `end`: the stake was returned. `reward`: a reward was paid.',
  kind: '`validator` or `delegator`.',
  addresses:
    'The exported addresses that own the stake or will receive its rewards; for a `reward`, the addresses that received it. Separated by spaces.',
  amount: `For \`begin\` and \`end\`, the part of the stake that the exported addresses own; for \`reward\`, the amount paid; ${AVAX}. Empty at the \`begin\` of a genesis stake, because its owner is unknown until it ends.`,
  rawAmount: `${RAW}.`,
  reward:
    'Kind of a `reward`: `validation`, `delegation` or `delegation fee` (a validator’s share of its delegators’ rewards).',
  rewarded: 'For an `end`: `yes` if the transaction paid a reward for the stake itself, otherwise `no`.',
  stakingTransactionId: 'Id of the transaction that started the stake.',
  nodeId: 'The node.',
  start: 'Start of the stake: ISO 8601, UTC. For a reward of an auto-renewed validator: start of the rewarded cycle.',
  end: 'End of the stake. For an auto-renewed validator: end of its first cycle, or of the rewarded cycle.',
  stake: `The whole stake, including the part of other owners, ${AVAX}. For a reward of an auto-renewed validator: the stake during the cycle.`,
  rawStake: `${RAW}.`,
  potentialReward: `For a \`begin\`, the potential reward of the stake, ${AVAX}; for a delegator, before the validator’s share. Empty if the stake had not started yet.`,
} as const satisfies Readonly<Record<string, string>>;
export type StakingColumn = keyof typeof STAKING_COLUMNS;
