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

/**
 * Keeps the elements of unchanged items, so that selections and focus survive. Returns whether any changed. `toShown`:
 * the part of an item that its element shows; by default all of it.
 */
export function createList<T>(
  list: HTMLElement,
  toId: (item: T) => string,
  toElement: (item: T) => HTMLElement,
  toShown: (item: T) => unknown = (item) => item,
) {
  const shown = new Map<string, { readonly text: string; readonly element: HTMLElement }>();
  return (items: readonly T[]): boolean => {
    let isChanged = false;
    const ids = new Set(items.map(toId));
    for (const [id, { element }] of shown)
      if (!ids.has(id)) {
        element.remove();
        shown.delete(id);
        isChanged = true;
      }
    for (const [position, item] of items.entries()) {
      const [id, text] = [toId(item), JSON.stringify(toShown(item))];
      const before = shown.get(id);
      const element = before?.text === text ? before.element : toElement(item);
      if (before && before.element !== element) replaceKeepingState(before.element, element);
      isChanged ||= before?.element !== element;
      shown.set(id, { text, element });
      if (list.children[position] !== element) list.insertBefore(element, list.children[position] ?? null);
    }
    return isChanged;
  };
}

/** Replaces an element but keeps its open `<details>` and the focused control. */
function replaceKeepingState(before: HTMLElement, after: HTMLElement): void {
  const opened = [...before.querySelectorAll('details')].map(({ open }) => open);
  for (const [i, details] of after.querySelectorAll('details').entries()) details.open = opened[i] ?? false;
  const focusable = 'button, a, summary, input';
  const focused = [...before.querySelectorAll(focusable)].indexOf(document.activeElement ?? before);
  before.replaceWith(after);
  const next = after.querySelectorAll(focusable)[focused];
  if (next instanceof HTMLElement) next.focus();
}

/** Hides the element if undefined. Leaves unchanged text alone, because screen readers announce changes. */
export function show(element: HTMLElement, text: string | undefined): void {
  element.hidden = text === undefined;
  if (element.textContent !== (text ?? '')) element.textContent = text ?? '';
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
