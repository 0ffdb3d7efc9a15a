import type { BlockRange } from '../../chain/domain/block-range';
import { EXPORT_TIMEOUT_SECONDS } from '../contract/exports';
import type { OperationCode, OperationStatus, OperationType } from '../contract/schemas';

/** A chain of an export, pinned to its final and visible blocks at the time of the request. */
export interface PinnedChain {
  readonly chainId: string;
  /** The last block (-1 if nothing was final), and its time in Unix seconds. */
  readonly to: number;
  readonly toTime: number;
  /** The last block with exported internal transactions (-1 if there are none), and its time in Unix seconds. */
  readonly tracedTo: number;
  readonly tracedTime: number;
  /** The first block with internal transactions, and its time in Unix seconds; set if earlier history is not traced. */
  readonly tracedFrom?: number;
  readonly tracedFromTime?: number;
  /** Number of final blocks that the node did not serve completely (receipts or traces). */
  readonly incomplete?: number;
  /** Blocks of history that a backfill was writing. */
  readonly hidden: readonly BlockRange[];
}

interface AnyExport {
  /** Without duplicates. EVM addresses in lower case, P-Chain addresses as 20 bytes in hex (0x). */
  readonly addresses: readonly string[];
  /** Days since 1970 (UTC), both inclusive. */
  readonly firstDay: number;
  readonly lastDay: number;
  readonly gzip: boolean;
  readonly maxRows: number;
}

export interface EvmExport extends AnyExport {
  readonly kind: 'evm';
  readonly chains: readonly PinnedChain[];
}

/** The P-Chain of a primary network, pinned to its last indexed block at the time of the request. */
export interface PrimaryNetworkExport extends AnyExport {
  readonly kind: 'primary network';
  readonly network: string;
  /** The last block (-1 if there was none), and its time in Unix seconds. */
  readonly to: number;
  readonly toTime: number;
  /** There were later blocks, but only their inputs and outputs were known. */
  readonly isCutByLostState?: true;
}

export type AskedExport = EvmExport | PrimaryNetworkExport;

/** The checkpoint from which the next run continues an export. */
export interface Progress {
  /** Names of the stored parts, in order. */
  readonly parts: readonly string[];
  /** Total rows of the parts. */
  readonly rows: number;
  /** The end of the last complete day: its part, the byte offset in that part, and the total rows up to there. */
  readonly whole: { readonly part: number; readonly bytes: number; readonly rows: number };
  /** The day of the last row, since 1970; absent before the first. */
  readonly day?: number;
  /** `sort` of the last row: all rows up to it are in the parts. */
  readonly after?: string;
  /** The block at which to continue reading, by chain. */
  readonly from: Readonly<Record<string, number>>;
  /** First indexed block and its time (Unix seconds), for chains indexed only after the start of the first day. */
  readonly begins?: Readonly<Record<string, { readonly block: number; readonly time: number }>>;
  /** There are no more rows, or the export was truncated. */
  readonly isDone?: boolean;
  /** The first day (since 1970) that is not included, if the export was truncated at the end of a day. */
  readonly nextDay?: number;
}

export interface ExportFile {
  readonly rows: number;
  readonly bytes: number;
  /** Hex digits. */
  readonly sha256: string;
}

/** An operation. Times in Unix ms. */
export interface OperationRecord {
  readonly owner: string;
  readonly operationId: string;
  readonly type: OperationType;
  readonly status: OperationStatus;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** An operation still running at this time has failed. */
  readonly deadline: number;
  readonly request: AskedExport;
  /** Detects reuse of an idempotency key for a different request. */
  readonly requestHash: string;
  readonly progress: Progress;
  /** The webhook to notify of the end, and the block under which its message is listed. */
  readonly notify?: { readonly webhook: string; readonly block: number };
  readonly file?: ExportFile;
  /** Without a code if the owner cancelled it. */
  readonly failure?: { readonly code?: OperationCode; readonly message: string };
}

/** The states from which an operation may end, by final status. Every status write is conditional on these. */
export const PRIOR_STATUSES: Readonly<Record<Exclude<OperationStatus, 'RUNNING'>, readonly OperationStatus[]>> = {
  COMPLETED: ['RUNNING'],
  COMPLETED_WITH_WARNING: ['RUNNING'],
  FAILED: ['RUNNING'],
};

export const NO_PROGRESS: Progress = { parts: [], rows: 0, whole: { part: 0, bytes: 0, rows: 0 }, from: {} };

/**
 * The operation as seen at `now` (Unix ms): a running operation past its deadline has failed, even if no function could
 * record that.
 */
export function asOf(operation: OperationRecord, now: number): OperationRecord {
  if (operation.status !== 'RUNNING' || !isOver(operation.deadline, now)) return operation;
  return { ...operation, status: 'FAILED', updatedAt: operation.deadline, failure: TIMED_OUT };
}

/**
 * Whether a deadline has passed. A deadline written by a clock that ran ahead by more than an export's timeout counts
 * as passed. A smaller lead only delays it, so that setting the clock back does not end a running export.
 */
export const isOver = (deadline: number, now: number): boolean =>
  now >= deadline || deadline - now > 2_000 * EXPORT_TIMEOUT_SECONDS;

export const TIMED_OUT = {
  code: 'ErrInternal',
  message: 'The export timed out. Request fewer days or addresses, or try again later.',
} as const;
