import { handler } from '../../../lambdas/api/teleporter/list-icm-messages-by-address';
import { listsMessagesOfAddress } from '../../support/endpoints/teleporter';

describe('listIcmMessagesByAddress', () => listsMessagesOfAddress(handler));
