import type { Cursor } from '../../../chain/domain/cursor';
import type { Deps } from '../implement';

/** `cut`, or lower if tracing lags; -1 without a trace cursor. */
export async function tracedCut(
  { Cursor }: Pick<Deps<{ reads: ['Cursor'] }>, 'Cursor'>,
  chain: string,
  cursor: Cursor | undefined,
  cut: number,
): Promise<number> {
  const getTraceCursor = async (fresh: boolean) => (await Cursor.traceCursors([chain], fresh)).get(chain);
  let traceCursor = await getTraceCursor(false);
  // The cached cursor predates a rollback of the head, which lowered it.
  if (traceCursor && cursor && traceCursor.epoch < cursor.epoch) traceCursor = await getTraceCursor(true);
  return traceCursor ? Math.min(cut, traceCursor.number) : -1;
}
