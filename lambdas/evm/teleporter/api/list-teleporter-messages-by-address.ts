import { implement } from '../../api/implement';
import { listTeleporterMessagesByAddress } from '../contract/endpoints';
import { teleporterMessagesOf } from './shared/teleporter-messages';

export const handler = implement(listTeleporterMessagesByAddress, teleporterMessagesOf);
