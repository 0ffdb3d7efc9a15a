import { handler } from '../../../lambdas/api/teleporter/get-icm-message';
import { getsAMessage } from '../../support/endpoints/teleporter';

describe('getIcmMessage', () => getsAMessage(handler));
