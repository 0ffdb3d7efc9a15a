import type { ActivityMarkers } from '../../../adapters/dynamo/evm/activity-markers';
import type { AddressRow } from '../../../domain/evm/derive';
import type { Projection } from './projection';

/** In which kinds of lists an address is active: one marker each. */
export const activity = (markers: ActivityMarkers): Projection => ({
  async summarize(blocks, on) {
    const missing = await markers.missing(blocks, on.mode === 'history' ? on.final : undefined);
    return { writes: missing.map((put) => ({ put })) };
  },
  revert(ancestor, { signal }) {
    const touched: AddressRow[] = [];
    return {
      facts: ({ addresses }) => void touched.push(...addresses),
      summaries: () => markers.correct(touched, ancestor, signal),
    };
  },
});
