import type { APIGatewayProxyEvent } from 'aws-lambda';
import { shareFunction } from '../../core/http/share-function';
import * as declared from '../contract/endpoints';
import { handler as callEtherscan } from './call-etherscan';
import { handler as listEtherscanChains } from './list-etherscan-chains';
import { handler as postEtherscan } from './post-etherscan';
import { withParameters } from './shared/parameters-in';
import { resentForm } from './shared/resent-form';

const shared = shareFunction([
  [declared.callEtherscan, callEtherscan],
  [declared.postEtherscan, postEtherscan],
  [declared.listEtherscanChains, listEtherscanChains],
]);

export const handler = Object.assign(
  async (event: APIGatewayProxyEvent, context: never) =>
    (await resentForm(event)) ?? shared(withParameters(event), context),
  { byRoute: shared.byRoute },
);
