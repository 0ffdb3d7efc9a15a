import { handler } from '../../../../lambdas/evm/teleporter/api/list-teleporter-messages-by-address';
import { listsMessagesOfAddress } from '../../../support/endpoints/teleporter';

describe('listTeleporterMessagesByAddress', () => listsMessagesOfAddress(handler));
