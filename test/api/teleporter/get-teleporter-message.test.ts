import { handler } from '../../../lambdas/api/teleporter/get-teleporter-message';
import { getsAMessage } from '../../support/endpoints/teleporter';

describe('getTeleporterMessage', () => getsAMessage(handler));
