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

/** Hides the element if undefined. Leaves unchanged text alone, because screen readers announce changes. */
export function show(element: HTMLElement, text: string | undefined): void {
  element.hidden = text === undefined;
  if (element.textContent !== (text ?? '')) element.textContent = text ?? '';
}

export const announce = (text: string): void => show(byId('said', HTMLElement), text);

export function makeScrollable(element: HTMLElement, name: string): void {
  element.tabIndex = 0;
  element.setAttribute('role', 'region');
  element.setAttribute('aria-label', name);
}
