import type { Table } from '../../../core/table/table';
import type { AddressRow } from '../../domain/derive';
import { getDeployments } from '../../domain/internal-transactions';
import type { StoredTraces } from '../../node/stored-traces';
import type { ActivityMarkers } from '../../rows/activity-markers';
import { internalAddresses } from '../../rows/internal-rows';
import { createInternalTxRows } from '../../rows/internal-tx-rows';
import { lowerTraceCursor } from '../../rows/trace-cursor';
import type { Projection } from './projection';

interface TracesDeps {
  readonly table: Table;
  readonly chain: string;
  readonly stored: Pick<StoredTraces, 'find'>;
  readonly markers: ActivityMarkers;
  readonly forgetTokens: (contracts: readonly string[], signal: () => AbortSignal) => Promise<void>;
}

/** Written by the tracer behind the head; head rollbacks undo them. */
export const traces = ({ table, chain, stored, markers, forgetTokens }: TracesDeps): Projection => ({
  async revert(ancestor, { cursor: { epoch }, signal }) {
    // First, so that the deletes below see every commit. A step begun but not committed can no longer
    // be committed, and the tracer undoes it.
    await lowerTraceCursor(table, chain, { ancestor, epoch }, signal());
    const rows = createInternalTxRows(table, chain, { signal });
    const touched: AddressRow[] = [];
    const contracts: string[] = [];
    return {
      async facts(orphan) {
        if (orphan.transactions.length === 0) return;
        const internalTxs = await stored.find(chain, orphan.block);
        if (!internalTxs) return;
        await rows.remove({ derived: orphan, internalTxs });
        touched.push(...internalAddresses(internalTxs));
        contracts.push(...getDeployments(internalTxs).map(({ contract }) => contract));
      },
      async summaries() {
        await markers.correct(touched, ancestor, signal);
        await forgetTokens(contracts, signal);
      },
    };
  },
});
