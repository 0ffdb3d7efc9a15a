import { handler } from '../../../lambdas/api/teleporter/list-teleporter-messages';
import { listsMessages } from '../../support/endpoints/teleporter';

describe('listTeleporterMessages', () => listsMessages(handler));
