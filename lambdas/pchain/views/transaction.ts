import type { ContractVersion } from '../../core/contract/contract-version';
import { toCb58 } from '../../core/domain/cb58';
import type { PChainTransaction } from '../contract/schemas/transactions';
import type { UnsignedTx } from '../domain/codec/tx';
import { getInputs, stakeAddition } from '../domain/derive';
import type { PTxRow } from '../domain/rows';
import type { PValidatorRow } from '../domain/validators';
import { type Amount, sumsView } from './assets';
import { parseUnsigned } from './decoded';
import { l1ChangeView } from './l1-validator';
import type { NetworkIds } from './owners';
import { detailsView } from './transaction-details';
import { consumedOutputs, emittedOutputs, type OutputRows, ownOutputs, spentAmount } from './transaction-outputs';
import { txTypeView } from './tx-type';
import { pChainUtxoView } from './utxo';

interface ViewOptions {
  readonly contractVersion: ContractVersion;
  /** Without the rows, outputs are shown as created. */
  readonly outputs?: OutputRows;
  readonly renewed?: PValidatorRow | undefined;
}

/** Without bytes (unreadable block), outputs and amounts are empty. */
export function pChainTransactionView(
  stored: PTxRow,
  ids: NetworkIds,
  { contractVersion, outputs = new Map(), renewed }: ViewOptions,
): PChainTransaction {
  const row = renewed ? { ...stored, additions: { ...stored.additions, stake: stakeAddition(renewed) } } : stored;
  const { stake, l1Changes, nextReward } = row.additions;
  const promised = nextReward ?? stake?.potentialReward;
  const tx = parseUnsigned(row);
  return {
    txHash: toCb58(row.id),
    txType: txTypeView(row.type, contractVersion),
    ...(row.time === undefined ? {} : { blockTimestamp: row.time }),
    ...(row.place === undefined ? {} : { blockNumber: String(row.place.block) }),
    ...(row.blockHash === undefined ? {} : { blockHash: toCb58(row.blockHash) }),
    consumedUtxos: tx ? consumedOutputs(row, tx).map((output) => pChainUtxoView(output, ids)) : [],
    emittedUtxos: tx ? emittedOutputs(row, tx, outputs).map((output) => pChainUtxoView(output, ids)) : [],
    ...amountsView(row, tx, ids),
    ...(stake ? { startTimestamp: stake.start, endTimestamp: stake.end } : {}),
    ...(promised === undefined ? {} : { estimatedReward: String(promised) }),
    ...(row.rewardTxId === undefined ? {} : { rewardTxHash: toCb58(row.rewardTxId) }),
    ...(l1Changes ? { l1ValidatorDetails: l1Changes.map(l1ChangeView) } : {}),
    ...(tx ? detailsView(tx, ids) : {}),
    // The ID of the created subnet is the transaction ID.
    ...(tx?.type === 'CreateSubnetTx' ? { subnetId: toCb58(row.id) } : {}),
  };
}

function amountsView(row: PTxRow, tx: UnsignedTx | undefined, ids: NetworkIds) {
  const outputs = tx ? ownOutputs(row, tx) : [];
  const inputs = tx ? getInputs(tx).map(spentAmount) : [];
  const less = outputs.map(({ assetId, amount }): Amount => ({ assetId, amount: -amount }));
  const balances = tx ? getBalances(tx).map((amount) => ({ assetId: ids.avaxAssetId, amount })) : [];
  return {
    value: sumsView([...outputs, ...(row.additions.created ?? [])], ids),
    amountBurned: sumsView([...inputs, ...less], ids),
    amountStaked: sumsView(
      outputs.filter(({ origin }) => origin === 'stake'),
      ids,
    ),
    amountL1ValidatorBalanceBurned: sumsView(balances, ids),
  };
}

/** Added to balances of L1 validators, nAVAX. */
export function getBalances(tx: UnsignedTx): bigint[] {
  if (tx.type === 'ConvertSubnetToL1Tx') return tx.validators.map(({ balance }) => balance);
  return 'balance' in tx ? [tx.balance] : [];
}
