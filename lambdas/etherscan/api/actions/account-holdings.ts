import type { Position } from '../../../core/table/list';
import { holdingsPage } from '../../../evm/api/shared/holdings-page';
import type { TransferKind } from '../../../evm/domain/transfers';
import type { StoredHolding } from '../../../evm/tokens/rows/holding-item';
import type { ACTIONS, ParametersOf } from '../../contract/actions';
import { UNKNOWN } from '../../domain/unknown';
import { listed, ok, refusal } from '../shared/answers';
import type { Context } from '../shared/context';
import { readWord } from '../shared/node-reads';
import { parsePaging, slicePage, windowTooLarge } from '../shared/numbered-page';
import { wholeRange } from '../shared/whole-range';

type Account = (typeof ACTIONS)['account'];
const BALANCE_OF = '0x70a08231';

export async function tokenbalance(parameters: ParametersOf<Account['tokenbalance']>, context: Context) {
  const { contractaddress, address, tag } = parameters;
  const balance = await readWord(context, contractaddress, `${BALANCE_OF}${address.slice(2).padStart(64, '0')}`, tag);
  if (balance === undefined) throw refusal('Error! contractaddress is not an ERC-20 token');
  return ok(balance);
}

export const addresstokenbalance = (parameters: ParametersOf<Account['addresstokenbalance']>, context: Context) =>
  listHoldings(parameters, context, 'erc20', (tokens, records) =>
    tokens.map(([token, amount]) => {
      const { decimals } = records.get(token) ?? {};
      return {
        TokenAddress: token,
        ...nameView(records.get(token)),
        TokenQuantity: String(amount),
        TokenDivisor: decimals === undefined ? UNKNOWN : String(decimals),
      };
    }),
  );

export const addresstokennftbalance = (parameters: ParametersOf<Account['addresstokennftbalance']>, context: Context) =>
  listHoldings(parameters, context, 'erc721', (tokens, records) =>
    tokens.map(([token, count]) => ({
      TokenAddress: token,
      ...nameView(records.get(token)),
      TokenQuantity: String(count),
    })),
  );

type Tokens = Awaited<ReturnType<Context['deps']['Token']['find']>>;
const nameView = ({ name = UNKNOWN, symbol = UNKNOWN }: { readonly name?: string; readonly symbol?: string } = {}) => ({
  TokenName: name,
  TokenSymbol: symbol,
});

async function listHoldings(
  { address, ...paging }: ParametersOf<Account['addresstokenbalance']>,
  context: Context,
  kind: Exclude<TransferKind, 'erc1155'>,
  view: (tokens: readonly (readonly [token: string, amount: bigint])[], records: Tokens) => readonly unknown[],
) {
  const parsed = parsePaging(paging);
  if (!parsed) return windowTooLarge();
  const { deps, chain } = context;
  const amounts = await sums(context, kind, address);
  const shown = slicePage([...amounts], parsed);
  const records = await deps.Token.find(
    chain.chainId,
    shown.map(([token]) => token),
  );
  return listed(view(shown, records), 'No tokens found');
}

/** By token, in the order of addresses; for ERC-721 the number of tokens. */
async function sums(
  context: Context,
  kind: Exclude<TransferKind, 'erc1155'>,
  address: string,
): Promise<ReadonlyMap<string, bigint>> {
  const { deps, chain } = context;
  const { ofAddress } = kind === 'erc20' ? deps.Erc20Holding : deps.Erc721Holding;
  // A token that moved in a block that is not indexed would be missing.
  const { head } = await wholeRange(context, {}, 'receipts');
  const amounts = new Map<string, bigint>();
  for (let from: Position | undefined; ; ) {
    const { holdings, next } = await holdingsPage(deps, {
      chain,
      page: { size: 1_000, ...(from ? { from } : {}) },
      at: { block: head, past: false },
      source: (size, after) =>
        deps.page<StoredHolding>([ofAddress(chain.chainId, address)], { ascending: true, size, from: after }),
      // Only tokens whose balances change without transfers are asked of the node.
      readTokens: (rows) => deps.Token.find(chain.chainId, [...new Set(rows.map(({ token }) => token))]),
      hides: () => false,
    });
    for (const { token, amount } of holdings) amounts.set(token, (amounts.get(token) ?? 0n) + amount);
    if (!next) return amounts;
    from = next;
  }
}
