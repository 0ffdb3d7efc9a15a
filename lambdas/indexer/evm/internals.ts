import type { Lease } from '../../adapters/dynamo/chain/lease';
import { openFrameRows } from '../../adapters/dynamo/evm/frame-rows';
import { lowerLane } from '../../adapters/dynamo/evm/trace-lane';
import type { Table } from '../../adapters/dynamo/table';
import type { StoredTraces } from '../../adapters/evm/stored-traces';
import type { AddressRow, DerivedBlock } from '../../domain/evm/derive';
import { deploymentsOf } from '../../domain/evm/frames';
import { internalAddresses } from '../../table/evm/frame-rows';

/** What the head's follower takes back of the lane of traces when it rolls back. */
export function openInternals(table: Table, chain: string, lease: Lease, stored: Pick<StoredTraces, 'find'>) {
  const rows = openFrameRows(table, chain, lease);
  return {
    /**
     * Before any row goes: what the lane commits before this is seen by the deletes, and what it begins before and has
     * not committed it can commit no more, and takes back itself.
     */
    lower: (ancestor: number): Promise<void> =>
      lowerLane(table, chain, { ancestor, epoch: lease.cursor.epoch }, lease.signal()),

    /** Deletes the orphan's facts of the lane, if it has any. What they named: addresses, and contracts that contracts made. */
    async remove(orphan: DerivedBlock): Promise<{ addresses: AddressRow[]; contracts: string[] }> {
      const none = { addresses: [], contracts: [] };
      if (orphan.transactions.length === 0) return none;
      const frames = await stored.find(chain, orphan.block);
      if (!frames) return none;
      await rows.remove({ derived: orphan, frames });
      return {
        addresses: internalAddresses(frames),
        contracts: deploymentsOf(frames).map(({ contract }) => contract),
      };
    },
  };
}
/** What `openInternals` gives. */
export type Internals = ReturnType<typeof openInternals>;
