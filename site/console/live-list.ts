import { createList, make, show } from '../shared/dom';
import { button, outcomeLine } from './parts';
import type { Session } from './session';

const [FIRST_ROWS, PAGE, MAX_ROWS] = [20, 100, 500];

interface Page<T> {
  readonly items: readonly T[];
  readonly nextPageToken?: string | undefined;
}

interface Options<T> {
  readonly ms: number;
  readonly ended?: AbortSignal;
  /** Shown while there are no items. */
  readonly none: string;
  /** Label of the button for older items. */
  readonly older: string;
  readonly toId: (item: T) => string;
  /** `lookNow`: after a change of the item. */
  readonly toElement: (item: T, lookNow: () => Promise<void>) => HTMLElement;
  /** The part of an item that its element shows; by default all of it. */
  readonly toShown?: (item: T) => unknown;
  /** Whether an item will change soon, so that it is worth looking. */
  readonly isMoving: (item: T) => boolean;
  readonly read: (paging: Readonly<Record<string, string>>) => Promise<Page<T>>;
}

/**
 * The newest items, kept up to date. All of them are read each time, because new items move the pages, and older items
 * change too. New items push none off the list until a page is full.
 */
export function createLiveList<T>(session: Session, options: Options<T>) {
  const { ms, ended, none, older, toId, toElement, toShown, isMoving, read } = options;
  const list = make('ul', { class: 'stack' });
  const [note, more, outcome] = [make('p', { class: 'note', hidden: true }), button(older), outcomeLine()];
  const update = createList<T>(list, toId, (item) => toElement(item, lookNow), toShown);
  let rows = FIRST_ROWS;
  let shown: ReadonlySet<string> = new Set();
  let query = 0;
  const readAll = async () => {
    const items = new Map<string, T>();
    let pageToken = '';
    for (let from = 0; from < rows; from += PAGE) {
      const paging = { pageSize: String(PAGE), ...(pageToken ? { pageToken } : {}) };
      const { items: found, nextPageToken = '' } = await read(paging);
      for (const item of found) items.set(toId(item), item);
      pageToken = nextPageToken;
      if (pageToken === '') break;
    }
    const all = [...items.values()];
    // Unless all of them were pushed out.
    const kept = all.findLastIndex((item) => shown.has(toId(item))) + 1 || shown.size;
    const newest = all.slice(0, Math.max(rows, kept));
    return { items: newest, hasOlder: pageToken !== '' || newest.length < all.length };
  };
  const look = async (): Promise<boolean> => {
    const own = query;
    const { items, hasOlder } = await readAll();
    if (own !== query) return true;
    shown = new Set(items.map(toId));
    const isFull = hasOlder && rows >= MAX_ROWS;
    more.hidden = !hasOlder || isFull;
    const full = isFull ? 'Older ones are left to the API.' : undefined;
    show(note, items.length === 0 && !hasOlder ? none : full);
    return update(items) || items.some(isMoving);
  };
  more.hidden = true;
  const lookNow = session.poll(ms, look, ended);
  more.addEventListener('click', () =>
    session.act(more, outcome, async () => {
      rows += PAGE - (rows % PAGE);
      await lookNow();
      return undefined;
    }),
  );
  return {
    element: make('div', {}, list, note, make('div', { class: 'buttons' }, more), outcome),
    /** Fails as `read`. */
    look,
    lookNow,
    /** Begins anew: `read` now reads something else. */
    async restart(): Promise<void> {
      query += 1;
      rows = FIRST_ROWS;
      shown = new Set();
      more.hidden = true;
      show(note, undefined);
      update([]);
      await lookNow();
    },
  };
}
