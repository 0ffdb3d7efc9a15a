/** Where a tab keeps the API key; other tabs do not see it, and it is gone with the tab. */
const ITEM = 'chain-data-service.key';

/** The key that this tab keeps; empty if there is none, or if the browser keeps nothing for pages. */
export function storedKey(): string {
  try {
    return sessionStorage.getItem(ITEM) ?? '';
  } catch {
    return '';
  }
}

/** Keeps the key while the tab is open, if the browser allows it. */
export function storeKey(key: string): void {
  try {
    if (key === '') sessionStorage.removeItem(ITEM);
    else sessionStorage.setItem(ITEM, key);
  } catch {
    // The field on the page still has it.
  }
}
