import { handler } from '../../../../lambdas/evm/teleporter/api/list-teleporter-messages';
import { listsMessages } from '../../../support/endpoints/teleporter';

describe('listTeleporterMessages', () => listsMessages(handler));
