import { listIcmMessages } from '../../contract/endpoints/teleporter';
import { implement } from '../../http/implement';
import { teleporterMessages } from '../shared/teleporter-messages';

export const handler = implement(listIcmMessages, teleporterMessages);
