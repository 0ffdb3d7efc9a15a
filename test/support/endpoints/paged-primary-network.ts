import type { Recording } from '../../../demo/p-chain/recording';
import { getCursor } from '../../../lambdas/chain/follower/cursor-of';
import type { PCycleRow } from '../../../lambdas/pchain/domain/cycles';
import { nodeIdText } from '../../../lambdas/pchain/domain/node-id';
import type { PValidatorRow } from '../../../lambdas/pchain/domain/validators';
import { pBlockReader } from '../../../lambdas/pchain/rows/block-reader';
import { blockItem } from '../../../lambdas/pchain/rows/items';
import { networkReader } from '../../../lambdas/pchain/rows/network';
import { cycleItem, validatorItem } from '../../../lambdas/pchain/rows/stake-items';
import { hash } from '../make/blocks';
import { transactionsByAddress, transactionsOfValidation } from '../pchain/expected/lists';
import { getNetwork } from '../pchain/expected/network';
import { expectedUtxos, ownersIn } from '../pchain/expected/owned-utxos';
import { primaryStakes } from '../pchain/expected/primary-stakes';
import { allValidations } from '../pchain/expected/validations';
import { CHAIN, indexedNetwork, NETWORK } from '../pchain/indexed';
import { RECORDINGS, RecordedNetwork } from '../pchain/recorded';
import type { MemoryTable } from '../tables/memory';
import type { Asked } from './call';
import { stakeItems, stakeQueries } from './paged-stakes';

/** The height with the most active L1 validators. */
const HEIGHT = 56;
const RECORDING = RECORDINGS[0];
const ROWS = [1, 2, 3, 4, 5];
let loaded: Recording | undefined;
/** Read once: expected values are cached by the recording object. */
function recordingOnce(): Recording {
  loaded ??= new RecordedNetwork(RECORDING).recording;
  return loaded;
}

export async function addPrimaryNetwork(into: MemoryTable) {
  const net = await indexedNetwork(RECORDING, { into });
  await net.followTo(HEIGHT);
  await net.stop();
  const { table, pChain, snapshots } = net;
  const cursor = await getCursor(table, CHAIN);
  const newest = await networkReader(table).validators(NETWORK);
  const [validator] = (newest && (await snapshots.get(CHAIN, newest.id)))?.validators ?? [];
  if (!cursor || !validator) throw new Error('the network has no cursor, or no validator');
  // The recording has one validator at a time.
  const validators = ROWS.map((n) => ({ ...validator, txId: hash(n), created: { block: n, tx: 0 } }));
  const stakes = stakeItems(getNetwork(recordingOnce()), validator);
  const items = [
    ...validators.map((row) => validatorItem(NETWORK, row)),
    ...ROWS.map((n) => cycleItem(NETWORK, getCycle(validator, n))),
    ...stakes,
    ...(await proposed(table, validator)),
  ];
  await table.write(items.map((put) => ({ put })));
  return {
    nodeId: nodeIdText(validator.nodeId),
    pChains: [{ ...pChain, proposers: true }],
    cursors: { [CHAIN]: cursor },
    snapshots: {
      async get(chain: string, asked: string) {
        const found = await snapshots.get(chain, asked);
        return found && { ...found, validators };
      },
      getL1: snapshots.getL1,
    },
  };
}

function getCycle({ nodeId, start, end, weight }: PValidatorRow, n: number): PCycleRow {
  const nothing = { gross: 0n, compounded: 0n };
  return {
    ...{ nodeId, start, end, weight, index: n, block: n, stakingTxId: hash(1), by: hash(n), outcome: 'renewed' },
    ...{ validation: nothing, delegatee: nothing, compoundShares: 0, delegations: { count: 0, weight: 0n } },
  };
}

/** As if the validator had proposed them: the recording lacks proposers. */
async function proposed(table: MemoryTable['table'], { nodeId }: { readonly nodeId: string }) {
  const proposer = { nodeId, id: hash(1), parentId: hash(2), time: 1, pChainHeight: 1 };
  const blocks = await Promise.all(ROWS.map((n) => pBlockReader(table).byNumber(NETWORK, n)));
  return blocks.flatMap((block) => (block ? [blockItem(NETWORK, { ...block, proposer })] : []));
}

/** Default: the whole list. */
export function primaryQueries(endpoint: string): NonNullable<Asked['query']>[] {
  const recording = recordingOnce();
  const network = getNetwork(recording);
  const there = new Set(network.txs.filter(({ block }) => Number(block.height) <= HEIGHT).map(({ id }) => id));
  const isLong = (ids: readonly string[]) => ids.filter((id) => there.has(id)).length > 3;
  const addresses = [...transactionsByAddress(recording)].flatMap(([address, ids]) => (isLong(ids) ? [address] : []));
  const validations = [...allValidations(network).values()];
  const l1 = validations.find(({ validationId }) => isLong(transactionsOfValidation(recording, validationId)));
  if (addresses.length < 3 || !l1) throw new Error('the recording has no lists to page through');
  const [startTimestamp, endTimestamp] = [5, 15].map((height) => String(network.blocks[height]?.time));
  const times = { ...(startTimestamp && { startTimestamp }), ...(endTimestamp && { endTimestamp }) };
  const types = ['BaseTx', 'CreateSubnetTx', 'CreateChainTx', 'SetL1ValidatorWeightTx', 'DisableL1ValidatorTx'];
  const queries: Record<string, NonNullable<Asked['query']>[]> = {
    listLatestPrimaryNetworkBlocks: [{}, times],
    listLatestPrimaryNetworkTransactions: [
      ...[{}, times, { txTypes: 'BaseTx' }, { txTypes: types.slice(1, 4) }, { txTypes: types }],
      ...[{ addresses: addresses.slice(0, 1).join() }, { addresses: addresses.join(), txTypes: types }],
      { l1ValidationId: l1.validationId },
    ],
    listL1Validators: [
      ...[{}, { includeInactiveL1Validators: 'true' }],
      { includeInactiveL1Validators: 'true', subnetId: l1.subnetId },
    ],
    getUtxosByAddresses: utxoFilters().map((filter) => ({ ...filter, addresses: owners().join() })),
    getUtxosByAddressesV2: utxoFilters(),
    ...stakeQueries(primaryStakes(network)[0]?.nodeId ?? ''),
    listValidators: [{}, { validationStatus: 'active' }, { sortBy: 'timeRemaining' }],
  };
  return queries[endpoint] ?? [{}];
}

export const primaryBody = (endpoint: string) =>
  endpoint === 'getUtxosByAddressesV2' ? { addresses: owners().join() } : undefined;

function owners(): string[] {
  const recording = recordingOnce();
  const found = ownersIn(getNetwork(recording)).filter(
    (address) => expectedUtxos(recording, { addresses: [address], height: HEIGHT }).length > 2,
  );
  if (found.length < 3) throw new Error('the recording has nobody with several outputs');
  return found;
}

const utxoFilters = () => [
  ...[{}, { includeSpent: 'true' }, { sortBy: 'amount', minUtxoAmount: '2000' }],
  { includeSpent: 'true', sortBy: 'amount' },
];
