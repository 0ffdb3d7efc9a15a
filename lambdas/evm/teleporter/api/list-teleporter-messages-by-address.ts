import { implement } from '../../api/implement';
import { listTeleporterMessagesByAddress } from '../contract/endpoints';
import { getTeleporterMessages } from './shared/teleporter-messages';

export const handler = implement(listTeleporterMessagesByAddress, getTeleporterMessages);
