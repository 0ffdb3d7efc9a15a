import { after, key } from '../../../core/table/key';
import type { Position } from '../../../core/table/list';
import { entities } from '../../../core/table/schema';
import type { PChainTransaction } from '../../contract/schemas/transactions';
import { keyOfOutput } from '../../domain/derive';
import type { PTxRow, PUtxoRow } from '../../domain/rows';
import type { PValidatorRow } from '../../domain/validators';
import { parseUnsigned } from '../../views/decoded';
import { pChainTransactionView } from '../../views/transaction';
import { type OutputName, type OutputRows, rowNames } from '../../views/transaction-outputs';
import type { Deps } from '../implement';
import { isRenewed, renewedStakes, type StakePlace } from './auto-renewal';
import type { IndexedNetwork } from './network';

/** Hides a spend above the head: rows are written shortly before their block is visible. */
export function outputAt(row: PUtxoRow, head: number): PUtxoRow {
  if (!row.spent || row.spent.block <= head) return row;
  const { spent: _later, ...unspent } = row;
  return unspent;
}

interface NamedTx {
  readonly row: PTxRow;
  readonly names: readonly OutputName[];
}

function named(row: PTxRow): NamedTx {
  const tx = parseUnsigned(row);
  return { row, names: tx ? rowNames(row, tx) : [] };
}

/** Up to this many outputs of one transaction, a BatchGet is cheaper than a Query. */
const MAX_NAMED = 16;

async function outputsByName(
  { PUtxo }: Deps<{ reads: ['PUtxo'] }>,
  names: readonly OutputName[],
  { network, head }: Pick<IndexedNetwork, 'network' | 'head'>,
): Promise<OutputRows> {
  const byTx = [...Map.groupBy(names, ({ txId }) => txId)];
  const few = byTx.flatMap(([, some]) => (some.length <= MAX_NAMED ? some : []));
  const many = byTx.flatMap(([txId, some]) => (some.length <= MAX_NAMED ? [] : txId));
  const found = await Promise.all([
    ...(few.length > 0 ? [PUtxo.byNames(network, few)] : []),
    ...many.map((txId) => PUtxo.ofTx(network, txId)),
  ]);
  const visible = found.flat().filter(({ created }) => (created?.block ?? 0) <= head);
  return new Map(visible.map((row) => [keyOfOutput(row), outputAt(row, head)]));
}

interface TransactionAnswer {
  readonly transaction: PChainTransaction;
  readonly renewed: PValidatorRow | undefined;
}

type Reads = Deps<{ reads: ['PUtxo', 'PValidator'] }>;

async function readAnswers(
  deps: Reads,
  txs: readonly NamedTx[],
  indexed: IndexedNetwork,
  stakes?: readonly StakePlace[],
): Promise<(tx: NamedTx) => TransactionAnswer> {
  const names = txs.flatMap((one) => one.names);
  const rows = txs.map(({ row }) => row);
  const [outputs, stakesNow] = await Promise.all([
    outputsByName(deps, names, indexed),
    renewedStakes(deps, indexed, rows, stakes),
  ]);
  const { contractVersion } = deps;
  return ({ row }) => {
    const renewed = stakesNow.get(row.id);
    const transaction = pChainTransactionView(row, indexed.facts, { contractVersion, outputs, renewed });
    return { transaction, renewed };
  };
}

export async function transactionAnswer(deps: Reads, row: PTxRow, indexed: IndexedNetwork): Promise<PChainTransaction> {
  const tx = named(row);
  const show = await readAnswers(deps, [tx], indexed);
  return show(tx).transaction;
}

/** Hex digits of a transaction per read unit of its output rows; a conservative estimate. */
const DIGITS_PER_UNIT = 2_500;
/** Read units that one Query can consume, even if it finds nothing. */
const QUERY_UNITS = 128;

/** Upper bound for a transaction's outputs and its auto-renewed stake. */
const getUnits = ({ row, names }: NamedTx): number =>
  Math.min(names.length, MAX_NAMED) / 2 + (row.bytes?.length ?? 0) / DIGITS_PER_UNIT + (isRenewed(row) ? 1 : 0);

interface FoundTxs {
  readonly rows: readonly PTxRow[];
  readonly next: Position | undefined;
  readonly stakes?: readonly StakePlace[];
}

/** Ends early, after at least one transaction, if the read budget does not cover all. */
export async function transactionsAnswer(
  deps: Reads,
  { rows, next, stakes }: FoundTxs,
  { ascending, ...indexed }: IndexedNetwork & { readonly ascending: boolean },
): Promise<{ readonly answers: readonly TransactionAnswer[]; readonly next: Position | undefined }> {
  const all = rows.map(named);
  let left = deps.readBudget.left - QUERY_UNITS;
  const beyond = all.findIndex((one) => {
    left -= getUnits(one);
    return left < 0;
  });
  const included = beyond < 0 ? all : all.slice(0, Math.max(1, beyond));
  const last = included.length < all.length ? included.at(-1)?.row : undefined;
  const end = last && (stakes?.find(({ txId }) => txId === last.id)?.created ?? last.place);
  const show = await readAnswers(deps, included, indexed, stakes);
  return {
    answers: included.map(show),
    next: end ? positionAfter(key(entities.PTxOf.sk, end), ascending) : next,
  };
}

/** Works for all lists of transactions, as their keys start with the place. */
const positionAfter = (place: string, ascending: boolean): Position => ({
  after: ascending ? after(place) : place,
  items: [],
  density: 1,
});
