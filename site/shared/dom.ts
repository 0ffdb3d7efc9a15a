/** Throws if the element does not exist or has another type. */
export function byId<E extends HTMLElement>(id: string, kind: abstract new () => E): E {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new Error(`the page has no ${kind.name} #${id}`);
}

/** `field` finds parts by `data-field`. */
export function cloneTemplate(id: string) {
  const part = byId(id, HTMLTemplateElement).content.firstElementChild?.cloneNode(true);
  if (!(part instanceof HTMLElement)) throw new Error(`the template #${id} is empty`);
  return {
    element: part,
    field<E extends HTMLElement = HTMLElement>(name: string, kind?: abstract new () => E): E {
      const found = part.querySelector(`[data-field="${name}"]`);
      if (found instanceof (kind ?? HTMLElement)) return found as E;
      throw new Error(`the template #${id} has no ${name}`);
    },
  };
}

type Child = Node | string | undefined | false;

/** An element. Attributes that are undefined or false are left out; children that are text are never markup. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string | boolean | undefined>>,
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value);
  element.append(...children.filter((child) => child !== undefined && child !== false));
  return element;
}

/** Updated in place while its item is listed, so that focus, open details and running actions are not lost. */
export interface Card<T> {
  readonly element: HTMLElement;
  show(item: T): void;
}

/**
 * Keeps a card in `list` for each item. The returned function returns whether anything changed. `toShown`: the part of
 * an item that its card shows; by default all of it.
 */
export function createList<T>(
  list: HTMLElement,
  toId: (item: T) => string,
  createCard: (first: T) => Card<T>,
  toShown: (item: T) => unknown = (item) => item,
) {
  const cards = new Map<string, Card<T> & { text?: string }>();
  list.tabIndex = -1;
  return (items: readonly T[]): boolean => {
    let isChanged = false;
    const ids = new Set(items.map(toId));
    for (const [id, { element }] of cards)
      if (!ids.has(id)) {
        if (element.contains(document.activeElement)) focusQuietly(list);
        element.remove();
        cards.delete(id);
        isChanged = true;
      }
    for (const [position, item] of items.entries()) {
      const [id, text] = [toId(item), JSON.stringify(toShown(item))];
      const card = cards.get(id) ?? { ...createCard(item) };
      cards.set(id, card);
      if (card.text !== text) {
        card.show(item);
        card.text = text;
        isChanged = true;
      }
      if (list.children[position] !== card.element) list.insertBefore(card.element, list.children[position] ?? null);
    }
    return isChanged;
  };
}

const focusQuietly = (element: HTMLElement): void => element.focus({ preventScroll: true });

/** Focus moves from a control that is hidden to `next`, instead of to the top of the page. */
export function setHidden(control: HTMLElement, isHidden: boolean, next: HTMLElement): void {
  if (isHidden && document.activeElement === control) focusQuietly(next);
  control.hidden = isHidden;
}

/** Hides the element if undefined. Leaves unchanged text alone, because screen readers announce changes. */
export function show(element: HTMLElement, text: string | undefined): void {
  element.hidden = text === undefined;
  if (element.textContent !== (text ?? '')) element.textContent = text ?? '';
}

/** `tone`: good, warn or bad; empty if neutral. */
export function showBadge(badge: HTMLElement, text: string, tone: string): void {
  show(badge, text);
  badge.className = `badge ${tone}`;
}

/** Longer than screen readers take to notice an empty text. */
const REPEAT_MS = 100;

/** Also says a text that was the last one. */
export function announce(text: string): void {
  const said = byId('said', HTMLElement);
  said.textContent = '';
  setTimeout(() => {
    said.textContent = text;
  }, REPEAT_MS);
}

export function makeScrollable(element: HTMLElement, name: string): void {
  element.tabIndex = 0;
  element.setAttribute('role', 'region');
  element.setAttribute('aria-label', name);
}
