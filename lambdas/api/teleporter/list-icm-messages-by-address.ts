import { listIcmMessagesByAddress } from '../../contract/endpoints/teleporter';
import { implement } from '../../http/implement';
import { teleporterMessagesOf } from '../shared/teleporter-messages';

export const handler = implement(listIcmMessagesByAddress, teleporterMessagesOf);
