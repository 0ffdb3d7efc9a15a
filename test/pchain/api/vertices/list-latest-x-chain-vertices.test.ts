import { handler } from '../../../../lambdas/pchain/api/vertices/list-latest-x-chain-vertices';
import { ofNetwork } from '../../../support/endpoints/primary-network';
import { PAGING } from '../../../support/endpoints/refusals';
import { needsXChain } from '../../../support/endpoints/x-chain';

needsXChain(handler, ofNetwork({}, { blockchainId: 'x-chain' }), 'the vertex list', [...PAGING]);
