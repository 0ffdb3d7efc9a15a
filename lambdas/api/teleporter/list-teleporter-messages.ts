import { listTeleporterMessages } from '../../contract/endpoints/teleporter';
import { implement } from '../implement/evm';
import { teleporterMessages } from '../shared/teleporter-messages';

export const handler = implement(listTeleporterMessages, teleporterMessages);
