import type { infer as Infer } from 'zod';
import type { Interval } from '../../lambdas/core/contract/intervals';
import type { MetricsApiResponse } from '../../lambdas/metrics/contract/schemas';
import { get, getMessage } from '../shared/api';
import { byId, show } from '../shared/dom';
import { plotFigure } from '../shared/plot-figure';
import { offerChains } from './offer-chains';
import { getHighest, PLOTTED, toPoints } from './plotted-metrics';
import type { ShownChain } from './report';

const REFRESH_MS = 60_000;
const TOTAL = 'total';
const NOTHING = 'No whole interval is counted yet; shorter ones come first.';
const INTERVALS: Readonly<Partial<Record<Interval, number>>> = { hour: 48, day: 60, month: 24 };

/** Plots a metric of a chain. `offer`: the chains to choose from. */
export function createActivity(toKey: () => string) {
  const chain = byId('activity-chain', HTMLSelectElement);
  const metric = byId('activity-metric', HTMLSelectElement);
  const interval = byId('activity-interval', HTMLSelectElement);
  const [plot, note] = [byId('activity-plot', HTMLElement), byId('activity-note', HTMLElement)];
  for (const [name, { label }] of Object.entries(PLOTTED)) metric.add(new Option(label, name));
  let shownAt = Number.NEGATIVE_INFINITY;
  let asked = 0;
  let plotted: { readonly selection: string; readonly text: string } | undefined;

  const update = async (): Promise<void> => {
    if (chain.value === '') return;
    shownAt = performance.now();
    asked += 1;
    const [own, name, length] = [asked, metric.value as keyof typeof PLOTTED, interval.value as Interval];
    const selection = [chain.value, name, length].join(' ');
    const query = new URLSearchParams({ timeInterval: length, pageSize: String(INTERVALS[length]) });
    const answer = await get(`v2/chains/${encodeURIComponent(chain.value)}/metrics/${name}?${query}`, toKey());
    if (own !== asked) return;
    if (answer?.status !== 200) {
      // The plot of the selection before would pass for this one.
      if (plotted?.selection !== selection) {
        plot.replaceChildren();
        plotted = undefined;
      }
      const reason = answer && (getMessage(answer) ?? answer.statusText);
      return show(note, `Not available: ${reason ?? 'the API is not responding'}.`);
    }
    const { results } = answer.body as Infer<typeof MetricsApiResponse>;
    const points = toPoints(name, length, results);
    show(note, points.length > 0 ? undefined : NOTHING);
    const title = `${PLOTTED[name]?.label} of ${chain.selectedOptions[0]?.text}, by ${length}`;
    // A new plot would lose its focus and scroll position.
    const text = JSON.stringify([title, points]);
    if (plotted?.selection === selection && plotted.text === text) return;
    plotted = { selection, text };
    const isOpen = plot.querySelector('details')?.open ?? false;
    plot.replaceChildren(...(points.length > 0 ? [plotFigure({ title, points, highest: getHighest(points) })] : []));
    const details = plot.querySelector('details');
    if (details) details.open = isOpen;
  };
  for (const field of [chain, metric, interval]) field.addEventListener('change', update);

  return {
    offer(chains: readonly ShownChain[]): void {
      offerChains(chain, chains, (chainId, name) => name ?? `Chain ${chainId}`);
      const hasTotal = [...chain.options].some(({ value }) => value === TOTAL);
      if (chain.options.length > 1 && !hasTotal) chain.add(new Option('all chains', TOTAL));
      if (performance.now() - shownAt >= REFRESH_MS) void update();
    },
  };
}
