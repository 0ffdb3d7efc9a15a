import { DEFAULT_CURRENCY, getPrices } from '../../../evm/api/shared/prices';
import type { HandlersOf } from '../../contract/actions';
import { UNKNOWN } from '../../domain/unknown';
import { ok, refusal } from '../shared/answers';
import type { Context } from '../shared/context';
import { readWord } from '../shared/node-reads';

const TOTAL_SUPPLY = '0x18160ddd';

export const stats: HandlersOf<'stats', Context> = {
  async tokensupply({ contractaddress }, context) {
    const supply = await readWord(context, contractaddress, TOTAL_SUPPLY, 'latest');
    if (supply === undefined) throw refusal('Error! contractaddress is not an ERC-20 token');
    return ok(supply);
  },
  async ethprice(_, { deps, chain }) {
    const price = (await getPrices(deps, chain.chainId, DEFAULT_CURRENCY, ['native'])).of('native');
    if (!price) throw refusal('Error! No price: this service has no price service, or it does not know this token');
    return ok({ ethbtc: UNKNOWN, ethbtc_timestamp: UNKNOWN, ethusd: String(price.value), ethusd_timestamp: UNKNOWN });
  },
};
