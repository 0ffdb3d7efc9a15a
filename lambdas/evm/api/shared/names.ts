import type { TransactionRow } from '../../domain/derive';
import type { InternalTransaction } from '../../domain/internal-transactions';
import type { ContractRef } from '../../tokens/rows/token-readers';
import { type Names, namesIn } from '../../views/address';
import type { Deps } from '../implement';

/** Records that are read for one answer: a BatchGet reads 100. */
export const MAX_RECORDS = 100;

/**
 * The contract that a transaction calls, if any. Only contracts have records: a sender, and who receives native coin
 * without input, are accounts as a rule, and a look-up that finds nothing costs as much as one that finds something.
 */
export const calledBy = ({ to, input }: Pick<TransactionRow, 'to' | 'input'>): string[] =>
  to !== undefined && input.length > 2 ? [to] : [];
/** Who may be a contract in an internal transaction: a contract sent it, and most call another. */
export const getParties = ({ from, to }: InternalTransaction): string[] => [from, to];

/** What is known of these contracts, the first 100 of them. */
export async function readNames(
  { Token, metadataOn }: Deps<{ reads: ['Token'] }>,
  chain: string,
  contracts: readonly string[],
): Promise<Names> {
  return namesIn(await Token.find(chain, [...new Set(contracts)].slice(0, MAX_RECORDS)), metadataOn(chain));
}

/** The same over several chains, by chain. */
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
