import { handler } from '../../../lambdas/api/teleporter/list-teleporter-messages-by-address';
import { listsMessagesOfAddress } from '../../support/endpoints/teleporter';

describe('listTeleporterMessagesByAddress', () => listsMessagesOfAddress(handler));
