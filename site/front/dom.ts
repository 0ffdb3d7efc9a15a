/** The page's element with this id. Throws where the page has none, or one of another kind. */
export function byId<E extends HTMLElement>(id: string, kind: abstract new () => E): E {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new Error(`the page has no ${kind.name} #${id}`);
}

/** A copy of a template, and what finds its parts by the name in `data-field`. */
export function copyItem(id: string) {
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

/** Shows text, and hides the element while there is none. What did not change stays untouched, as readers announce it. */
export function show(element: HTMLElement, text: string | undefined): void {
  element.hidden = text === undefined;
  if (element.textContent !== (text ?? '')) element.textContent = text ?? '';
}

/** Says something to people who use a screen reader. */
export const announce = (text: string): void => show(byId('said', HTMLElement), text);

/** Makes an element that may scroll reachable by the keyboard, under a name. */
export function makeScrollable(element: HTMLElement, name: string): void {
  element.tabIndex = 0;
  element.setAttribute('role', 'region');
  element.setAttribute('aria-label', name);
}
