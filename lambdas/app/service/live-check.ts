import { liveCheck } from '../contract/service';
import { implement } from './implement';

export const handler = implement(liveCheck, async () => ({ status: 'ok' as const, info: {}, error: {}, details: {} }));
