import { handler } from '../../../lambdas/api/teleporter/list-icm-messages';
import { listsMessages } from '../../support/endpoints/teleporter';

describe('listIcmMessages', () => listsMessages(handler));
