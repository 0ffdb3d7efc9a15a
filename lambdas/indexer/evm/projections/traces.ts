import type { ActivityMarkers } from '../../../adapters/dynamo/evm/activity-markers';
import { openFrameRows } from '../../../adapters/dynamo/evm/frame-rows';
import { lowerLane } from '../../../adapters/dynamo/evm/trace-lane';
import type { Table } from '../../../adapters/dynamo/table';
import type { StoredTraces } from '../../../adapters/evm/stored-traces';
import type { AddressRow } from '../../../domain/evm/derive';
import { deploymentsOf } from '../../../domain/evm/frames';
import { internalAddresses } from '../../../table/evm/frame-rows';
import type { Projection } from './projection';

interface TracesDeps {
  readonly table: Table;
  readonly chain: string;
  readonly stored: Pick<StoredTraces, 'find'>;
  readonly markers: ActivityMarkers;
  /** Forgets what was read of these contracts. */
  readonly forgetTokens: (contracts: readonly string[], signal: () => AbortSignal) => Promise<void>;
}

/** Internal transactions. They are written behind the head, under a cursor of their own; the head's rollback takes them back. */
export const traces = ({ table, chain, stored, markers, forgetTokens }: TracesDeps): Projection => ({
  async revert(ancestor, { cursor: { epoch }, signal }) {
    // First of all: what is committed there before this is seen by the deletes, and what was begun and not committed
    // can be committed no more, and is taken back there.
    await lowerLane(table, chain, { ancestor, epoch }, signal());
    const rows = openFrameRows(table, chain, { signal });
    const touched: AddressRow[] = [];
    const contracts: string[] = [];
    return {
      async facts(orphan) {
        if (orphan.transactions.length === 0) return;
        const frames = await stored.find(chain, orphan.block);
        if (!frames) return;
        await rows.remove({ derived: orphan, frames });
        touched.push(...internalAddresses(frames));
        contracts.push(...deploymentsOf(frames).map(({ contract }) => contract));
      },
      async summaries() {
        await markers.correct(touched, ancestor, signal);
        await forgetTokens(contracts, signal);
      },
    };
  },
});
