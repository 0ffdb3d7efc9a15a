import { type Card, createList, make, setHidden, show } from '../shared/dom';
import { PAGE_ROWS, type ReadPage, readPages } from './pages';
import { button, statusLine } from './parts';
import type { Session } from './session';

const [FIRST_ROWS, MAX_ROWS] = [20, 500];

interface Options<T> {
  readonly ms: number;
  readonly ended?: AbortSignal;
  /** Shown while there are no items. */
  readonly none: string;
  /** Label of the button for older items. */
  readonly older: string;
  readonly toId: (item: T) => string;
  /** `refreshNow`: after a change of the item. */
  readonly createCard: (first: T, refreshNow: () => Promise<void>) => Card<T>;
  /** The part of an item that its card shows; by default all of it. */
  readonly toShown?: (item: T) => unknown;
  /** Whether an item will change soon, so that it is worth a refresh. */
  readonly isMoving: (item: T) => boolean;
  readonly read: ReadPage<T>;
}

/**
 * The newest items, kept up to date. All of them are read each time, because new items move the pages, and older items
 * change too. New items push none off the list until a page is full.
 */
export function createLiveList<T>(session: Session, options: Options<T>) {
  const { ms, ended, none, older, toId, createCard, toShown, isMoving, read } = options;
  const list = make('ul', { class: 'stack' });
  const [note, more, outcome] = [make('p', { class: 'note', hidden: true }), button(older), statusLine()];
  const update = createList<T>(list, toId, (first) => createCard(first, refreshNow), toShown);
  let rows = FIRST_ROWS;
  let shown: ReadonlySet<string> = new Set();
  let query = 0;
  const readAll = async () => {
    const { items, hasMore } = await readPages(read, Math.ceil(rows / PAGE_ROWS));
    const all = [...new Map(items.map((item) => [toId(item), item])).values()];
    // Unless all of them were pushed out.
    const kept = all.findLastIndex((item) => shown.has(toId(item))) + 1 || shown.size;
    const newest = all.slice(0, Math.max(rows, kept));
    return { items: newest, hasOlder: hasMore || newest.length < all.length };
  };
  const refresh = async (): Promise<boolean> => {
    const own = query;
    const { items, hasOlder } = await readAll();
    if (own !== query) return true;
    shown = new Set(items.map(toId));
    const isFull = hasOlder && rows >= MAX_ROWS;
    setHidden(more, !hasOlder || isFull, list);
    const full = isFull ? `Showing the newest ${MAX_ROWS}. Use the API to list older ones.` : undefined;
    show(note, items.length === 0 && !hasOlder ? none : full);
    return update(items) || items.some(isMoving);
  };
  more.hidden = true;
  const refreshNow = session.poll(ms, refresh, ended);
  more.addEventListener('click', () =>
    session.act(more, outcome, async () => {
      rows += PAGE_ROWS - (rows % PAGE_ROWS);
      await refreshNow();
      return undefined;
    }),
  );
  return {
    element: make('div', {}, list, note, make('div', { class: 'buttons' }, more), outcome),
    /** Fails as `read`. */
    refresh,
    refreshNow,
    /** Begins anew: `read` now reads something else. */
    async restart(): Promise<void> {
      query += 1;
      rows = FIRST_ROWS;
      shown = new Set();
      more.hidden = true;
      show(note, undefined);
      update([]);
      await refreshNow();
    },
  };
}
