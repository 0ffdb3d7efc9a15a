/** Session storage: per tab, and deleted with it. */
const ITEM = 'chain-data-service.key';

/** The tab's key; empty if there is none or storage is blocked. */
export function storedKey(): string {
  try {
    return sessionStorage.getItem(ITEM) ?? '';
  } catch {
    return '';
  }
}

/** Stores the key for this tab; ignored if storage is blocked. */
export function storeKey(key: string): void {
  try {
    if (key === '') sessionStorage.removeItem(ITEM);
    else sessionStorage.setItem(ITEM, key);
  } catch {
    // The field on the page still has it.
  }
}
