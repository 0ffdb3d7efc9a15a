import { make } from '../shared/dom';

export const button = (text: string, label?: string, className = ''): HTMLButtonElement =>
  make('button', { type: 'button', class: className, 'aria-label': label }, text);

/** Shows the result of an action, also to screen readers. */
export const statusLine = (): HTMLElement => make('p', { class: 'note', role: 'status', hidden: true });

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
