import type { Recording } from '../../../../demo/p-chain/recording';
import { digitsOf } from './bytes';
import { type FileRow, type LedgerEntry, type LedgerTx, ledgerEntries } from './export-ledger';
import { wholeAvax } from './export-text';
import { networkOf } from './network';

/** Whose rows are exported (`custom1…`), up to which block. */
export type ExportQuery = { addresses: readonly string[]; to: number };

/** The rows of a ledger, in order. */
export function expectedLedger(recording: Recording, query: ExportQuery): FileRow[] {
  const seen = new Set<string>();
  return own(recording, query).map(({ cells, addresses, tx }) => {
    const isFirst = tx !== undefined && !seen.has(tx.id);
    if (tx) seen.add(tx.id);
    const { fee, balances } = tx && isFirst ? paidBy(tx, query) : { fee: 0n, balances: 0n };
    return {
      ...cells,
      addresses: addresses.filter((one) => query.addresses.includes(one)).join(' '),
      fee: fee > 0n ? wholeAvax(fee) : '',
      validatorBalance: balances > 0n ? wholeAvax(balances) : '',
    };
  });
}

/** The same summed up by transaction and asset, rewards apart. */
export function expectedSimple(recording: Recording, query: ExportQuery): FileRow[] {
  const { avaxAssetId } = networkOf(recording);
  const groups = Map.groupBy(own(recording, query), ({ sort: [height, index], assetId, cells }) =>
    [digits(height), digits(index), digitsOf(assetId), isRewardIn(cells) ? 1 : 0].join(),
  );
  const sorted = [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entries]) => entries);
  return sorted.map((entries) => {
    const [{ cells = {}, assetId = '', tx } = {}] = entries;
    const isAvax = assetId === avaxAssetId;
    const ins = entries.filter(({ direction }) => direction === 'in');
    const sum = (of: readonly LedgerEntry[]) => of.reduce((total, { amount }) => total + amount, 0n);
    const isReward = ins.some((one) => isRewardIn(one.cells));
    const fee = tx && isAvax && !isReward ? paidBy(tx, query).fee : 0n;
    const moved = 2n * sum(ins) - sum(entries) + fee;
    const shown = (amount: bigint) => (amount > 0n && isAvax ? wholeAvax(amount) : '');
    const raw = (amount: bigint) => (amount > 0n ? String(amount) : '');
    const { date = '', block = '', transactionId = '', type = '', symbol = '', nodeId = '' } = cells;
    return {
      ...{ date, block, transactionId, type, symbol, nodeId, asset: assetId },
      ...{ otherChain: cells.otherChain ?? '', memo: cells.memo ?? '' },
      label: isReward ? 'reward' : moved === 0n && fee > 0n ? 'cost' : '',
      ...{ sent: shown(-moved), received: shown(moved), fee: shown(fee) },
      ...{ rawSent: raw(-moved), rawReceived: raw(moved), rawFee: raw(fee) },
    };
  });
}

const own = (recording: Recording, { addresses, to }: ExportQuery): LedgerEntry[] =>
  ledgerEntries(recording).filter(
    ({ sort: [height], spentAt = height, addresses: owners }) =>
      Math.max(height, spentAt) <= to && owners.some((one) => addresses.includes(one)),
  );

/** What they paid: nothing if others' AVAX was spent too. */
function paidBy({ burned, balances, payers }: LedgerTx, { addresses }: ExportQuery) {
  const isTheirs = payers.every((owners) => owners.some((one) => addresses.includes(one)));
  return isTheirs ? { fee: burned, balances } : { fee: 0n, balances: 0n };
}

const isRewardIn = ({ direction, output = '' }: FileRow): boolean => direction === 'in' && /reward|fee/.test(output);
const digits = (number: number): string => String(number).padStart(10, '0');
