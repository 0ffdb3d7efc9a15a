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

/** Rows are written shortly before readers see their block: what spends an output there has not happened yet. */
export function outputAt(row: PUtxoRow, head: number): PUtxoRow {
  if (!row.spent || row.spent.block <= head) return row;
  const { spent: _later, ...unspent } = row;
  return unspent;
}

/** A transaction with the names of its outputs. */
interface NamedTx {
  readonly row: PTxRow;
  readonly names: readonly OutputName[];
}

function named(row: PTxRow): NamedTx {
  const tx = parseUnsigned(row);
  return { row, names: tx ? rowNames(row, tx) : [] };
}

/** Outputs of one transaction that a BatchGet reads; a Query reads more of them for less. */
const MAX_NAMED = 16;

/** What became of outputs, as readers see it. */
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

/** A transaction as answers show it, and its stake as it is now, if that renews itself. */
interface TransactionAnswer {
  readonly transaction: PChainTransaction;
  readonly renewed: PValidatorRow | undefined;
}

type Reads = Deps<{ reads: ['PUtxo', 'PValidator'] }>;

/** Reads what became of the outputs and stakes of transactions. Gives what shows each of them. */
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

/** A transaction as answers show it, with what became of its outputs and its stake. */
export async function transactionAnswer(deps: Reads, row: PTxRow, indexed: IndexedNetwork): Promise<PChainTransaction> {
  const tx = named(row);
  const show = await readAnswers(deps, [tx], indexed);
  return show(tx).transaction;
}

/** Hexadecimal digits of a transaction whose outputs have rows of one read unit, at most. */
const DIGITS_PER_UNIT = 2_500;
/** What a Query may read at most, however little it finds. */
const QUERY_UNITS = 128;

/** The most read units of the outputs of a transaction, and of its stake if that renews itself. */
const getUnits = ({ row, names }: NamedTx): number =>
  Math.min(names.length, MAX_NAMED) / 2 + (row.bytes?.length ?? 0) / DIGITS_PER_UNIT + (isRenewed(row) ? 1 : 0);

/** The transactions that a page of a list has found. */
interface FoundTxs {
  readonly rows: readonly PTxRow[];
  readonly next: Position | undefined;
  /** Of a list of stakes: where they are. */
  readonly stakes?: readonly StakePlace[];
}

/**
 * A page of transactions as answers show them, with what became of their outputs and stakes. It ends early, after one
 * transaction at least, where the read budget does not cover all of it.
 */
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
  const shown = beyond < 0 ? all : all.slice(0, Math.max(1, beyond));
  const last = shown.length < all.length ? shown.at(-1)?.row : undefined;
  const end = last && (stakes?.find(({ txId }) => txId === last.id)?.created ?? last.place);
  const show = await readAnswers(deps, shown, indexed, stakes);
  return {
    answers: shown.map(show),
    next: end ? positionAfter(key(entities.PTxOf.sk, end), ascending) : next,
  };
}

/** All lists of transactions have places as their keys, or keys that begin with them. */
const positionAfter = (place: string, ascending: boolean): Position => ({
  after: ascending ? after(place) : place,
  items: [],
  density: 1,
});
