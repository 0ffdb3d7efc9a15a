import type { Point } from './point';

const SVG = 'http://www.w3.org/2000/svg';
const [BAR, GAP, HEIGHT] = [8, 2, 40];
/** Fewer bars are at the right end, so that none is as wide as the page. */
const MIN_BARS = 24;

const element = (name: string, attributes: Readonly<Record<string, string | number>>): SVGElement => {
  const made = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value));
  return made;
};

/** Bars of equal width, oldest first, which fill their container. `name` describes the plot to screen readers. */
export function barPlot(points: readonly Point[], name: string): SVGElement {
  const highest = Math.max(...points.map(({ value }) => value)) || 1;
  const columns = Math.max(MIN_BARS, points.length);
  const plot = element('svg', {
    ...{ class: 'bars', role: 'img', 'aria-label': name, preserveAspectRatio: 'none' },
    viewBox: `0 0 ${columns * (BAR + GAP) - GAP} ${HEIGHT}`,
  });
  for (const [i, { label, value, text }] of points.entries()) {
    // Small values stay visible.
    const height = value > 0 ? Math.max(1, (value / highest) * HEIGHT) : 0;
    const bar = element('g', {});
    const title = element('title', {});
    title.textContent = `${label}: ${text}`;
    const x = (columns - points.length + i) * (BAR + GAP);
    // The whole column shows the value on hover.
    bar.append(
      title,
      element('rect', { class: 'column', x, y: 0, width: BAR + GAP, height: HEIGHT }),
      element('rect', { class: 'bar', x, y: HEIGHT - height, width: BAR, height }),
    );
    plot.append(bar);
  }
  return plot;
}
