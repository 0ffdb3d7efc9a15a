/** Session storage: per tab, and deleted with it. */
const ITEM = 'chain-data-service.key';

/** Empty if there is none or storage is blocked. */
export function storedKey(): string {
  try {
    return sessionStorage.getItem(ITEM) ?? '';
  } catch {
    return '';
  }
}

export function storeKey(key: string): void {
  try {
    if (key === '') sessionStorage.removeItem(ITEM);
    else sessionStorage.setItem(ITEM, key);
  } catch {
    // Storage is blocked; the field on the page still has it.
  }
}
