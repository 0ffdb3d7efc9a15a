import type { BlockRange } from '../../chain/domain/block-range';
import { EXPORT_TIMEOUT_SECONDS } from '../contract/exports';
import type { OperationCode, OperationStatus, OperationType } from '../contract/schemas';

/** A chain of an export, up to what was final and seen by readers when the export was asked for. */
export interface PinnedChain {
  readonly chainId: string;
  /** The last block, and its time in Unix seconds; -1 where nothing was final. */
  readonly to: number;
  readonly toTime: number;
  /** The last block whose internal transactions are exported, and its time; -1 where there are none. */
  readonly tracedTo: number;
  readonly tracedTime: number;
  /** The block from which on there are internal transactions, and its time, where history was indexed without them. */
  readonly tracedFrom?: number;
  readonly tracedFromTime?: number;
  /** Final blocks of which the node has not given all receipts or traces. */
  readonly incomplete?: number;
  /** Blocks of history that a backfill was about to write. */
  readonly hidden: readonly BlockRange[];
}

/** What every export was asked for. */
interface AnyExport {
  /** Each once: in lower case, of the P-chain as 20 bytes (0x and digits). */
  readonly addresses: readonly string[];
  /** Days since 1970 (UTC), both included. */
  readonly firstDay: number;
  readonly lastDay: number;
  /** true: the file is compressed. */
  readonly gzip: boolean;
  /** Rows of the plan. */
  readonly maxRows: number;
}

/** What an export of EVM chains was asked for. */
export interface EvmExport extends AnyExport {
  readonly kind: 'evm';
  readonly chains: readonly PinnedChain[];
}

/** What an export of a primary network was asked for: of its P-chain, up to what was indexed then. */
export interface PrimaryNetworkExport extends AnyExport {
  readonly kind: 'primary network';
  readonly network: string;
  /** The last block, and its time in Unix seconds; -1 where there was none. */
  readonly to: number;
  readonly toTime: number;
  /** true: there were blocks after it, of which only inputs and outputs were known. */
  readonly isCutByLostState?: true;
}

/** What an export was asked for. */
export type AskedExport = EvmExport | PrimaryNetworkExport;

/** Where the rows of an export go on. */
export interface Progress {
  /** The parts that are stored, by the names that the runs gave them which stored them. */
  readonly parts: readonly string[];
  /** Rows in them. */
  readonly rows: number;
  /** The part that the last whole day ends in, up to which byte of it, and the rows up to there. */
  readonly whole: { readonly part: number; readonly bytes: number; readonly rows: number };
  /** The day of the last row, since 1970; absent before the first. */
  readonly day?: number;
  /** Sort text of the last row: rows up to it are in the parts. */
  readonly after?: string;
  /** The block of each chain at which to go on reading. */
  readonly from: Readonly<Record<string, number>>;
  /** Chains whose index begins later than the first day: their first block, and its time in Unix seconds. */
  readonly begins?: Readonly<Record<string, { readonly block: number; readonly time: number }>>;
  /** true: there are no further rows, or the export was cut. */
  readonly isDone?: boolean;
  /** The export ended with the last whole day: where the next one goes on, as a day since 1970. */
  readonly nextDay?: number;
}

/** A finished file. */
export interface ExportFile {
  readonly rows: number;
  readonly bytes: number;
  /** Hexadecimal digits. */
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
  /** What has not completed by then has failed. */
  readonly deadline: number;
  readonly request: AskedExport;
  /** Tells apart requests under one idempotency key. */
  readonly requestHash: string;
  readonly progress: Progress;
  /** The webhook that is told of the end, and the block that its message is listed under. */
  readonly notify?: { readonly webhook: string; readonly block: number };
  readonly file?: ExportFile;
  /** Why it failed; without a code where it was cancelled. */
  readonly failure?: { readonly code?: OperationCode; readonly message: string };
}

/** How an operation may end, and from which states. Every write of a status is conditional on one of these. */
export const PRIOR_STATUSES: Readonly<Record<Exclude<OperationStatus, 'RUNNING'>, readonly OperationStatus[]>> = {
  COMPLETED: ['RUNNING'],
  COMPLETED_WITH_WARNING: ['RUNNING'],
  FAILED: ['RUNNING'],
};

/** Where every export begins. */
export const NO_PROGRESS: Progress = { parts: [], rows: 0, whole: { part: 0, bytes: 0, rows: 0 }, from: {} };

/**
 * The operation as readers see it: one that runs past its deadline has failed, whatever kept its functions from saying
 * so. `now`: Unix ms.
 */
export function asOf(operation: OperationRecord, now: number): OperationRecord {
  if (operation.status !== 'RUNNING' || !isOver(operation.deadline, now)) return operation;
  return { ...operation, status: 'FAILED', updatedAt: operation.deadline, failure: TIMED_OUT };
}

/**
 * Whether a deadline has passed. One that was written by a clock that ran ahead by more than the time for an export has
 * passed too. A smaller lead makes it later: an export that runs is not ended because the clock was set back.
 */
export const isOver = (deadline: number, now: number): boolean =>
  now >= deadline || deadline - now > 2_000 * EXPORT_TIMEOUT_SECONDS;

/** The failure of what took too long. */
export const TIMED_OUT = {
  code: 'ErrInternal',
  message: 'It took too long: ask for fewer days or addresses, or again later.',
} as const;
