import type { Headers } from '../../core/contract/endpoint';
import type { RequestDeps } from '../../core/http/deps';
import { visibleBlock } from '../domain/cursor';
import type { cursorReader } from '../rows/cursor-reader';

/** The same dependencies, and the header that says which block the chain of an answer was indexed up to. */
export function notingIndexedBlock<D extends object>(deps: D): RequestDeps<D> {
  const seen = new Map<string, number>();
  const { Cursor } = deps as { readonly Cursor?: ReturnType<typeof cursorReader> };
  if (!Cursor) return { deps, headers: () => ({}) };
  const find: typeof Cursor.find = async (chain, fresh) => {
    const cursor = await Cursor.find(chain, fresh);
    if (cursor) seen.set(chain, visibleBlock(cursor));
    return cursor;
  };
  // Of an answer about several chains, no one block could be named.
  const headers = (): Headers => {
    const [block, ...others] = [...seen.values()];
    return block === undefined || block < 0 || others.length > 0 ? {} : { 'x-indexed-block': String(block) };
  };
  return { deps: { ...deps, Cursor: { ...Cursor, find } }, headers };
}
