import { parseKey } from '../../lambdas/core/contract/key-text';
import { storedKey, storeKey } from '../stored-key';
import { byId, show } from './dom';

/** Anything else could not be sent in a header. */
const clean = (text: string): string => text.replace(/[^!-~]/g, '');

/**
 * The field for the key: filled from the URL's fragment (`#key=…`), which no server sees, or from what the tab kept.
 * Returns what reads it. `changed`: another key was given.
 */
export function createKeyField(changed: () => void): () => string {
  const field = byId('key', HTMLInputElement);
  const note = byId('key-note', HTMLElement);
  const describe = (): void => {
    const key = clean(field.value);
    const caller = parseKey(key);
    if (key === '') show(note, 'Kept in this tab alone.');
    else if (caller) show(note, `Plan ${caller.plan}, of ${caller.ownerId}. Kept in this tab alone.`);
    else show(note, 'This does not look like a key of this service.');
  };
  const takeFragment = (): void => {
    const given = clean(new URLSearchParams(location.hash.slice(1)).get('key') ?? '');
    if (given === '') return;
    // Out of the address, which people share.
    history.replaceState(history.state, '', location.pathname + location.search);
    field.value = given;
    storeKey(given);
  };
  field.value = storedKey();
  takeFragment();
  describe();
  field.addEventListener('input', () => {
    storeKey(clean(field.value));
    describe();
    changed();
  });
  addEventListener('hashchange', () => {
    takeFragment();
    describe();
    changed();
  });
  return () => clean(field.value);
}
