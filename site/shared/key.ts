import { parseKey } from '../../lambdas/core/contract/key-text';
import { byId, show } from './dom';
import { storedKey, storeKey } from './stored-key';

const clean = (text: string): string => text.replace(/[^!-~]/g, '');

/** From the URL fragment (`#key=…`), which is never sent to servers, or from the tab's storage. */
export function createKeyField(onChanged: () => void): () => string {
  const field = byId('key', HTMLInputElement);
  const note = byId('key-note', HTMLElement);
  const describe = (): void => {
    const key = clean(field.value);
    const caller = parseKey(key);
    if (key === '') show(note, 'Stored in this tab only.');
    else if (caller) show(note, `Plan ${caller.plan}, owner ${caller.ownerId}. Stored in this tab only.`);
    else show(note, 'Not a valid API key for this service.');
  };
  const takeFragment = (): void => {
    const given = clean(new URLSearchParams(location.hash.slice(1)).get('key') ?? '');
    if (given === '') return;
    // Remove it from the address bar, because people share URLs.
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
    onChanged();
  });
  addEventListener('hashchange', () => {
    takeFragment();
    describe();
    onChanged();
  });
  return () => clean(field.value);
}
