import { implement } from '../../api/implement';
import { listTeleporterMessages } from '../contract/endpoints';
import { teleporterMessages } from './shared/teleporter-messages';

export const handler = implement(listTeleporterMessages, teleporterMessages);
