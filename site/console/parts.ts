import { make } from '../shared/dom';

export const button = (text: string, label?: string, look = ''): HTMLButtonElement =>
  make('button', { type: 'button', class: look, 'aria-label': label }, text);

/** Shows the result of an action, also to screen readers. */
export const outcomeLine = (): HTMLElement => make('p', { class: 'note', role: 'status', hidden: true });

/** `field` needs an id. */
export function labelled(text: string, field: HTMLElement, note?: string) {
  const label = make('label', { for: field.id }, text);
  const noteId = `${field.id}-note`;
  if (note !== undefined) field.setAttribute('aria-describedby', noteId);
  return {
    label,
    element: make('div', {}, label, field, note !== undefined && make('p', { id: noteId, class: 'note' }, note)),
  };
}

export interface Column<T> {
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
