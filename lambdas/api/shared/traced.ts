import type { Readers } from '../../adapters/dynamo/readers';
import type { Cursor } from '../../domain/chain/cursor';

/** The last block of a list of internal transactions: `cut`, or lower while the lane of traces is behind; -1 without one. */
export async function tracedCut(
  { Cursor }: Readers<'Cursor'>,
  chain: string,
  cursor: Cursor | undefined,
  cut: number,
): Promise<number> {
  const laneOf = async (fresh: boolean) => (await Cursor.lanes([chain], fresh)).get(chain);
  let lane = await laneOf(false);
  // The head was rolled back since this warm function looked, and the lane with it.
  if (lane && cursor && lane.epoch < cursor.epoch) lane = await laneOf(true);
  return lane ? Math.min(cut, lane.number) : -1;
}
