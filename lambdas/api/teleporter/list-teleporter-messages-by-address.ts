import { listTeleporterMessagesByAddress } from '../../contract/endpoints/teleporter';
import { implement } from '../implement/evm';
import { teleporterMessagesOf } from '../shared/teleporter-messages';

export const handler = implement(listTeleporterMessagesByAddress, teleporterMessagesOf);
