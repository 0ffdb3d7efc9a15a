import type { EndpointUses } from '../../core/contract/endpoint';
import type { Deps as DepsWith } from '../../core/http/deps';
import { implementWith } from '../../core/http/implement';
import { evmProvider } from '../../evm/api/implement';
import { errorAnswer } from './shared/answers';

const provider = {
  ...evmProvider,
  readers: async () => {
    const [{ evmReaders }, { pageStartReader }] = await Promise.all([
      import('../../evm/rows/readers'),
      import('../rows/page-starts'),
    ]);
    return { ...evmReaders, PageStart: pageStartReader };
  },
  writers: async () => ({ PageStart: (await import('../rows/page-starts')).pageStartWriter }),
  errorAnswer,
};

export type Deps<U extends EndpointUses = EndpointUses> = DepsWith<typeof provider, U>;
export const implement = implementWith(provider);
