import { make } from './dom';
import { barPlot } from './plot';
import type { Point } from './point';
import { table } from './table';

interface Plot {
  readonly title: string;
  /** Oldest first; at least one. */
  readonly points: readonly Point[];
  /** The highest value as text: the end of the scale. */
  readonly highest: string;
}

/** A bar plot with a scale and, for screen readers, a table of its values. */
export function plotFigure({ title, points, highest }: Plot): HTMLElement {
  const [first, last] = [points[0], points.at(-1)];
  return make(
    'figure',
    {},
    make('figcaption', {}, title),
    make('p', { class: 'scale' }, highest),
    make('div', { class: 'plot tall' }, barPlot(points, title)),
    make('p', { class: 'scale ends' }, make('span', {}, first?.label ?? ''), make('span', {}, last?.label ?? '')),
    make(
      'details',
      {},
      make('summary', {}, 'Values'),
      table(
        `Values: ${title}`,
        [
          { title: 'Time', cell: ({ label }) => label },
          { title: 'Value', isNumber: true, cell: ({ text }) => text },
        ],
        points.toReversed(),
      ),
    ),
  );
}
