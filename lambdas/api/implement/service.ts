import { systemClock } from '../../adapters/clock';
import type { EndpointUses } from '../../contract/endpoint';
import { env } from '../../contract/env';
import type { Deps as DepsWith } from '../../http/deps';
import { implementWith } from '../../http/implement';

const provider = {
  readers: async () => {
    const [{ evmReaders }, { pChainReaders }] = await Promise.all([
      import('../../adapters/dynamo/evm/readers'),
      import('../../adapters/dynamo/pchain/readers'),
    ]);
    return { ...pChainReaders, Cursor: evmReaders.Cursor };
  },
  clients: {
    deadLetters: async () =>
      (await import('../../adapters/aws/dead-letters')).openDeadLetters(env('deadLetters'), systemClock),
  },
};

/** The dependencies of an endpoint about the service itself. */
export type Deps<U extends EndpointUses = EndpointUses> = DepsWith<typeof provider, U>;
/** The handler of an endpoint about the service itself. */
export const implement = implementWith(provider);
