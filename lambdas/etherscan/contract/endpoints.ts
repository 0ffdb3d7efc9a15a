import * as z from 'zod';
import { endpoint } from '../../core/contract/endpoint';
import { READ_UNITS } from '../../core/contract/read-units';
import { PARAMETERS, type ParameterName } from './parameters';
import { EtherscanAnswer, EtherscanChains } from './schemas';

const text = (name: ParameterName) => z.string().optional().meta(PARAMETERS[name]);
type Query = Readonly<Record<ParameterName, ReturnType<typeof text>>>;
const query = z.object(
  Object.fromEntries((Object.keys(PARAMETERS) as ParameterName[]).map((name) => [name, text(name)])) as Query,
);

const base = {
  access: 'anyone',
  tag: 'Etherscan API',
  sharedFunction: 'etherscan',
  weight: 20,
  readUnits: READ_UNITS.window,
  askInstead: 'ask for a smaller offset or block range',
  // A form may be sent once more.
  timeoutSeconds: 28,
  params: z.object({}),
  uses: {
    reads: [
      ...([
        'Cursor',
        'Block',
        'ChainTx',
        'Tx',
        'AddressTx',
        'AddressErc20',
        'AddressErc721',
        'AddressErc1155',
      ] as const),
      ...(['AddressInternal', 'AddressDeployment', 'TokenTransfer', 'Deployment', 'Token'] as const),
      ...(['Erc20Holding', 'Erc721Holding', 'PageStart'] as const),
    ],
    writes: ['PageStart'],
    node: true,
    prices: true,
  },
  ignoresUnknown: true,
  keyParameter: 'apikey',
} as const;

const action = {
  ...base,
  query,
  response: EtherscanAnswer,
  description:
    'For clients that speak the Etherscan dialect: they need only this base URL. Answers have the form of that dialect: status 200 for errors as well, with `status` `"0"`. A block range that is not wholly indexed is refused. The guide lists modules and actions.',
} as const;

export const callEtherscan = endpoint({
  ...action,
  id: 'callEtherscan',
  method: 'GET',
  path: '/api',
  summary: 'Call an action of the Etherscan dialect',
  aliases: [{ id: 'callEtherscanV2', path: '/v2/api' }],
});

export const postEtherscan = endpoint({
  ...action,
  id: 'postEtherscan',
  method: 'POST',
  path: '/api',
  summary: 'Call an action of the Etherscan dialect with a form',
  aliases: [{ id: 'postEtherscanV2', path: '/v2/api' }],
});

export const listEtherscanChains = endpoint({
  ...base,
  id: 'listEtherscanChains',
  method: 'GET',
  path: '/v2/chainlist',
  summary: 'List the chains of the Etherscan dialect',
  query: z.object({}),
  response: EtherscanChains,
});
