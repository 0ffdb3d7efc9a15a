import { make } from './dom';

interface Column<T> {
  readonly title: string;
  readonly isNumber?: true;
  readonly cell: (row: T) => Node | string;
}

/** Scrolls on its own where it is wider than the window. */
export function table<T>(name: string, columns: readonly Column<T>[], rows: readonly T[]): HTMLElement {
  const align = ({ isNumber }: Column<T>) => (isNumber ? 'right' : undefined);
  return make(
    'div',
    { class: 'table', tabindex: '0', role: 'region', 'aria-label': name },
    make(
      'table',
      {},
      make('thead', {}, make('tr', {}, ...columns.map((column) => make('th', { align: align(column) }, column.title)))),
      make(
        'tbody',
        {},
        ...rows.map((row) =>
          make('tr', {}, ...columns.map((column) => make('td', { align: align(column) }, column.cell(row)))),
        ),
      ),
    ),
  );
}
