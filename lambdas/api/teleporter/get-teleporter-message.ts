import { getTeleporterMessage } from '../../contract/endpoints/teleporter';
import { implement } from '../implement/evm';
import { oneTeleporterMessage } from '../shared/teleporter-messages';

export const handler = implement(getTeleporterMessage, oneTeleporterMessage);
