import type { EndpointUses } from '../../contract/endpoint';
import type { Deps as DepsWith } from '../../http/deps';
import { implementWith } from '../../http/implement';

const provider = { readers: async () => (await import('../../adapters/dynamo/usage/readers')).usageReaders };

/** The dependencies of an endpoint of usage. */
export type Deps<U extends EndpointUses = EndpointUses> = DepsWith<typeof provider, U>;
/** The handler of an endpoint of usage. */
export const implement = implementWith(provider);
