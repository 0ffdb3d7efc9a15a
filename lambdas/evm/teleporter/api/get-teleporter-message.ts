import { implement } from '../../api/implement';
import { getTeleporterMessage } from '../contract/endpoints';
import { oneTeleporterMessage } from './shared/teleporter-messages';

export const handler = implement(getTeleporterMessage, oneTeleporterMessage);
