// The columns of exports of a primary network, in their order: new ones are added at the end. Guides show them.

const AVAX = 'in whole AVAX, every digit: `1.5`';
const RAW = 'The same in nAVAX';

/** The ledger: a row for each output that came or went. */
export const LEDGER_COLUMNS = {
  date: 'Time of the block: ISO 8601, UTC, to the second.',
  network: 'The network.',
  block:
    'Height of the block from which on the output is there, or spent. What a block proposes, such as the end of a stake, happens with the next one.',
  transactionId: 'Id of the transaction; empty for outputs of the genesis.',
  type: 'Type of the transaction, such as `BaseTx`, `ExportTx` or `RewardValidatorTx`; `genesis` for outputs of the genesis.',
  addresses: 'The exported addresses that own the output, separated by spaces.',
  direction: '`in`: the output came. `out`: it was spent.',
  amount: `Amount ${AVAX}. Empty for other assets, whose decimals no block of the P-chain tells.`,
  rawAmount: `${RAW}, or in the smallest unit of the asset.`,
  asset: 'Id of the asset.',
  symbol: '`AVAX`; empty for other assets.',
  output:
    'What the output is: `transfer`, `stake`, `validation reward`, `delegation reward`, `delegation fee` (what a validator gets of its delegators’ rewards), `refund` (of the balance of an L1 validator) or `genesis`.',
  outputId:
    'Id of the output, as `utxoId` of the API: the row in which it came and the one in which it went have the same.',
  fee: `AVAX that the transaction burned, ${AVAX}, in its first row alone. Empty where it spent AVAX of others too: nobody can say who of them paid.`,
  validatorBalance: `What the transaction put into balances of L1 validators, ${AVAX}, as the fee is.`,
  nodeId: 'The node of the stake or of the L1 validators that the transaction is about.',
  subnetId: 'Their subnet, or the one that the transaction is about.',
  validationId: 'Ids of the L1 validators that the transaction changed, separated by spaces.',
  stakingTransactionId:
    'Of a transaction that ends a stake, ends one of its cycles or changes it: the one that began it.',
  otherChain: 'Id of the chain from which the transaction imports, or to which it exports.',
  memo: 'The memo: as text if it is text, else as hexadecimal digits with 0x.',
  owners: 'How many addresses own the output.',
  threshold: 'How many of them must sign to spend it.',
  lockedUntil: 'Until when nobody can spend it; empty if it never was locked.',
  stakeableUntil: 'Until when it can be staked, and nothing else; empty if it never was locked so.',
} as const satisfies Readonly<Record<string, string>>;
/** One of them. */
export type LedgerColumn = keyof typeof LEDGER_COLUMNS;

/**
 * What each transaction changed, as tax tools import it: the columns of Koinly's custom CSV file ("universal template"), by
 * the names that Koinly documents and no others.
 */
export const SIMPLE_COLUMNS = {
  Date: 'Time of the block in UTC: `YYYY-MM-DD HH:mm:ss`.',
  'Sent Amount': `What all exported addresses together have less of after the transaction, without the fee: AVAX ${AVAX}, other assets in their smallest unit. Empty if they have not. With the label \`cost\`: the fee.`,
  'Sent Currency': '`AVAX`, or the id of another asset in cb58. Empty where the amount is.',
  'Received Amount': 'What they have more of, in the same way.',
  'Received Currency': 'As `Sent Currency`.',
  'Fee Amount': `AVAX that the transaction burned, ${AVAX}. Empty where it spent AVAX of others too, and with the label \`cost\`.`,
  'Fee Currency': '`AVAX`. Empty where the amount is.',
  Label: '`reward`: rewards of stakes. `cost`: nothing but the fee went. Otherwise empty.',
  Description:
    'Type of the transaction, then the nodes, the other chain and the memo that it names; `genesis` for what the genesis gave.',
  TxHash: 'Id of the transaction in cb58; empty for what the genesis gave.',
} as const satisfies Readonly<Record<string, string>>;
/** One of them. */
export type SimpleColumn = keyof typeof SIMPLE_COLUMNS;

/** Stakes: a row for each that began or ended, and for each reward. */
export const STAKING_COLUMNS = {
  date: LEDGER_COLUMNS.date,
  network: LEDGER_COLUMNS.network,
  block: 'Height of the block from which on it is so.',
  transactionId: 'Id of the transaction that staked, ended the stake or paid; empty for stakes that the genesis began.',
  event: '`begin`: somebody staked. `end`: the stake was given back. `reward`: a reward was paid.',
  kind: '`validator` or `delegator`.',
  addresses:
    'The exported addresses that own the stake or are to get its rewards; of a `reward`, those that got it. Separated by spaces.',
  amount: `Of \`begin\` and \`end\` what the exported addresses own of the stake, of \`reward\` what was paid, ${AVAX}. Empty at the \`begin\` of a stake of the genesis: no block tells whose it is until it ends.`,
  rawAmount: `${RAW}.`,
  reward:
    'What a `reward` is for: `validation`, `delegation`, or `delegation fee` (what a validator gets of its delegators’ rewards).',
  rewarded: 'Of an `end`: `yes` if the transaction paid a reward for the stake itself, otherwise `no`.',
  stakingTransactionId: 'Id of the transaction that began the stake.',
  nodeId: 'The node.',
  start:
    'When the stake begins: ISO 8601, UTC. Of a reward of a validator that renews itself: when the cycle began that it is for.',
  end: 'When it ends. Of a validator that renews itself: when its first cycle ends, or the cycle that a reward is for.',
  stake: `The whole stake, that of other owners included, ${AVAX}. Of such a reward: what was staked in the cycle.`,
  rawStake: `${RAW}.`,
  potentialReward: `Of a \`begin\` what the stake was promised at once, ${AVAX}: of a delegator, before its validator has its share. Empty if it still waited for its start.`,
} as const satisfies Readonly<Record<string, string>>;
/** One of them. */
export type StakingColumn = keyof typeof STAKING_COLUMNS;
