import { liveCheck } from '../../contract/endpoints/service';
import { implement } from '../implement/service';

export const handler = implement(liveCheck, async () => ({ status: 'ok' as const, info: {}, error: {}, details: {} }));
