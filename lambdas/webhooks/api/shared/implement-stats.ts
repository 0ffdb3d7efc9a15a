import { implementWith } from '../../../core/http/implement';

/** Apart from the other endpoints, which would load it. */
export const implement = implementWith({
  readers: async () => (await import('../../audit/readers')).statsReaders,
});
