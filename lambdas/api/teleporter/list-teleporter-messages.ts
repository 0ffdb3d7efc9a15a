import { listTeleporterMessages } from '../../contract/endpoints/teleporter';
import { implement } from '../../http/implement';
import { teleporterMessages } from '../shared/teleporter-messages';

export const handler = implement(listTeleporterMessages, teleporterMessages);
