import { handler } from '../../../../lambdas/pchain/api/vertices/get-vertex-by-hash';
import { badIds, NOTHING, ofNetwork } from '../../../support/endpoints/primary-network';

import { needsXChain } from '../../../support/endpoints/x-chain';

const good = ofNetwork({}, { blockchainId: 'x-chain', vertexHash: NOTHING });
needsXChain(handler, good, `vertex ${NOTHING}`, [...badIds('vertexHash', 'the id of a vertex', 'params')]);
