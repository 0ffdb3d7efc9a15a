import type { TransactionRow } from '../../domain/derive';
import type { InternalTransaction } from '../../domain/internal-transactions';
import type { ContractRef } from '../../tokens/rows/token-readers';
import { type Names, namesIn } from '../../views/address';
import type { Deps } from '../implement';

/** One BatchGet reads 100. */
export const MAX_RECORDS = 100;

/**
 * Only contracts have records: senders, and receivers without input, are usually accounts, and
 * looking them up would waste read units.
 */
export const calledBy = ({ to, input }: Pick<TransactionRow, 'to' | 'input'>): string[] =>
  to !== undefined && input.length > 2 ? [to] : [];
/** The sender is always a contract, and most receivers are. */
export const getParties = ({ from, to }: InternalTransaction): string[] => [from, to];

/** Only the first MAX_RECORDS are looked up. */
export async function readNames(
  { Token, metadataOn }: Deps<{ reads: ['Token'] }>,
  chain: string,
  contracts: readonly string[],
): Promise<Names> {
  return namesIn(await Token.find(chain, [...new Set(contracts)].slice(0, MAX_RECORDS)), metadataOn(chain));
}

export async function readNamesOnChains(
  { Token, metadataOn }: Deps<{ reads: ['Token'] }>,
  refs: readonly ContractRef[],
): Promise<(chain: string) => Names> {
  const unique = new Map(refs.map((ref) => [`${ref.chain}#${ref.contract}`, ref]));
  const tokens = await Token.findOnChains([...unique.values()].slice(0, MAX_RECORDS));
  const names = new Map<string, Names>();
  return (chain) => {
    const own = names.get(chain) ?? namesIn(tokens.get(chain) ?? new Map(), metadataOn(chain));
    names.set(chain, own);
    return own;
  };
}
