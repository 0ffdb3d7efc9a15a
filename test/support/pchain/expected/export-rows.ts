import type { Recording } from '../../../../demo/p-chain/recording';
import { toDigits } from './bytes';
import { type FileRow, type LedgerEntry, type LedgerTx, ledgerEntries } from './export-ledger';
import { wholeAvax } from './export-text';
import { getNetwork } from './network';

export type ExportQuery = { addresses: readonly string[]; to: number };

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

/** Summed by transaction and asset, with rewards apart. */
export function expectedSimple(recording: Recording, query: ExportQuery): FileRow[] {
  const { avaxAssetId } = getNetwork(recording);
  const groups = Map.groupBy(own(recording, query), ({ sort: [height, index], assetId, cells }) =>
    [digits(height), digits(index), toDigits(assetId), isRewardIn(cells) ? 1 : 0].join(),
  );
  const sorted = [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entries]) => entries);
  return sorted.flatMap((entries) => {
    const [{ cells = {}, assetId = '', tx } = {}] = entries;
    const isAvax = assetId === avaxAssetId;
    const ins = entries.filter(({ direction }) => direction === 'in');
    const sum = (of: readonly LedgerEntry[]) => of.reduce((total, { amount }) => total + amount, 0n);
    const isReward = ins.some((one) => isRewardIn(one.cells));
    const fee = tx && isAvax && !isReward ? paidBy(tx, query).fee : 0n;
    const moved = 2n * sum(ins) - sum(entries) + fee;
    if (moved === 0n && fee === 0n) return [];
    const isCost = moved === 0n;
    const pair = (name: string, amount: bigint) => ({
      [`${name} Amount`]: amount > 0n ? (isAvax ? wholeAvax(amount) : String(amount)) : '',
      [`${name} Currency`]: amount > 0n ? (isAvax ? 'AVAX' : assetId) : '',
    });
    const { date = '', transactionId = '', type = '', nodeId = '', otherChain = '', memo = '' } = cells;
    return [
      {
        Date: date.slice(0, 19).replace('T', ' '),
        ...{ ...pair('Sent', isCost ? fee : -moved), ...pair('Received', moved), ...pair('Fee', isCost ? 0n : fee) },
        Label: isReward ? 'reward' : isCost ? 'cost' : '',
        Description: tx ? [type, nodeId, otherChain, memo].filter(Boolean).join(' ') : 'genesis',
        TxHash: transactionId,
      },
    ];
  });
}

const own = (recording: Recording, { addresses, to }: ExportQuery): LedgerEntry[] =>
  ledgerEntries(recording).filter(
    ({ sort: [height], spentAt = height, addresses: owners }) =>
      Math.max(height, spentAt) <= to && owners.some((one) => addresses.includes(one)),
  );

/** Zero if others' AVAX was spent too. */
function paidBy({ burned, balances, payers }: LedgerTx, { addresses }: ExportQuery) {
  const isTheirs = payers.every((owners) => owners.some((one) => addresses.includes(one)));
  return isTheirs ? { fee: burned, balances } : { fee: 0n, balances: 0n };
}

const isRewardIn = ({ direction, output = '' }: FileRow): boolean => direction === 'in' && /reward|fee/.test(output);
const digits = (number: number): string => String(number).padStart(10, '0');
