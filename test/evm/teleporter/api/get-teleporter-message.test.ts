import { handler } from '../../../../lambdas/evm/teleporter/api/get-teleporter-message';
import { getsAMessage } from '../../../support/endpoints/teleporter';

describe('getTeleporterMessage', () => getsAMessage(handler));
