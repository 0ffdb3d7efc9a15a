import { getTeleporterMessage } from '../../contract/endpoints/teleporter';
import { implement } from '../../http/implement';
import { oneTeleporterMessage } from '../shared/teleporter-messages';

export const handler = implement(getTeleporterMessage, oneTeleporterMessage);
