import type { Bus } from '../../chain/follower/bus';

/**
 * A bus that blocks of history do not reach: those up to the node's height when the network was indexed first. A whole
 * chain of them would cost more there than in the table, and no webhook waits for them.
 */
export const withoutHistory = (bus: Pick<Bus, 'publish'>, firstHead: () => Promise<number>): Pick<Bus, 'publish'> => ({
  async publish(kind, events, signal) {
    const newest = await firstHead();
    const news = events.filter(({ number }) => number > newest);
    if (news.length > 0) await bus.publish(kind, news, signal);
  },
});
