import type { Headers } from '../../core/contract/endpoint';
import type { RequestDeps } from '../../core/http/deps';
import { visibleBlock } from '../domain/cursor';
import type { cursorReader } from '../rows/cursor-reader';

/** Derives the `x-indexed-block` header: the block up to which the response's chain is indexed. */
export function notingIndexedBlock<D extends object>(deps: D): RequestDeps<D> {
  const seen = new Map<string, number>();
  const { Cursor } = deps as { readonly Cursor?: ReturnType<typeof cursorReader> };
  if (!Cursor) return { deps, headers: () => ({}) };
  const find: typeof Cursor.find = async (chain, fresh) => {
    const cursor = await Cursor.find(chain, fresh);
    if (cursor) seen.set(chain, visibleBlock(cursor));
    return cursor;
  };
  // A response about several chains has no single block to report.
  const headers = (): Headers => {
    const [block, ...others] = [...seen.values()];
    return block === undefined || block < 0 || others.length > 0 ? {} : { 'x-indexed-block': String(block) };
  };
  return { deps: { ...deps, Cursor: { ...Cursor, find } }, headers };
}
