import type { Bus } from '../../chain/follower/bus';

/**
 * Publishing all blocks from before the first start would cost more than the table writes, and no
 * webhook expects them.
 */
export const withoutHistory = (bus: Pick<Bus, 'publish'>, firstHead: () => Promise<number>): Pick<Bus, 'publish'> => ({
  async publish(kind, events, signal) {
    const newest = await firstHead();
    const news = events.filter(({ number }) => number > newest);
    if (news.length > 0) await bus.publish(kind, news, signal);
  },
});
