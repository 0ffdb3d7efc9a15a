import type { PriceProvider } from '../../../lambdas/evm/tokens/prices';

export function fakePrices(
  current: Readonly<Record<string, number>>,
  historical: Readonly<Record<string, number>> = {},
) {
  const asked: unknown[] = [];
  const prices: PriceProvider = {
    prices: async (...question) => {
      asked.push(question);
      return { current: new Map(Object.entries(current)), historical: new Map(Object.entries(historical)) };
    },
  };
  return { prices, asked };
}
