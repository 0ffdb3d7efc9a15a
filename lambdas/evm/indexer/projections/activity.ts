import type { AddressRow } from '../../domain/derive';
import type { ActivityMarkers } from '../../rows/activity-markers';
import type { Projection } from './projection';

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
