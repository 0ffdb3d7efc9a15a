import type { HandlersOf } from '../../contract/actions';
import { listed, ok } from '../shared/answers';
import type { Context } from '../shared/context';
import { readBalances } from '../shared/node-reads';
import { addresstokenbalance, addresstokennftbalance, tokenbalance } from './account-holdings';
import { token1155tx, tokennfttx, tokentx, txlist, txlistinternal } from './account-lists';

export const account: HandlersOf<'account', Context> = {
  async balance({ address, tag }, context) {
    const [balance] = await readBalances(context, [address], tag);
    return ok(balance);
  },
  async balancemulti({ address: addresses, tag }, context) {
    const balances = await readBalances(context, addresses, tag);
    return ok(addresses.map((account, i) => ({ account, balance: balances[i] })));
  },
  txlist,
  txlistinternal,
  tokentx,
  tokennfttx,
  token1155tx,
  tokenbalance,
  addresstokenbalance,
  addresstokennftbalance,
  getminedblocks: async () => listed([]),
};
