import type { BlockRange } from '../../chain/domain/block-range';
import { EXPORT_TIMEOUT_SECONDS } from '../contract/exports';
import type { OperationCode, OperationStatus, OperationType } from '../contract/schemas';

/** A chain pinned to its final and visible blocks at the time of the request. Times in Unix seconds. */
export interface PinnedChain {
  readonly chainId: string;
  /** The last block; -1 if nothing was final. */
  readonly to: number;
  readonly toTime: number;
  /** The last block with exported internal transactions; -1 if there are none. */
  readonly tracedTo: number;
  readonly tracedTime: number;
  /** The first block with internal transactions; set if earlier history is not traced. */
  readonly tracedFrom?: number;
  readonly tracedFromTime?: number;
  /** Number of final blocks that the node did not serve completely (receipts or traces). */
  readonly incomplete?: number;
  readonly hidden: readonly BlockRange[];
}

interface AnyExport {
  /** Without duplicates. EVM addresses in lower case, P-Chain addresses as 20 bytes in hex (0x). */
  readonly addresses: readonly string[];
  readonly firstDay: number;
  readonly lastDay: number;
  readonly gzip: boolean;
  readonly maxRows: number;
}

export interface EvmExport extends AnyExport {
  readonly kind: 'evm';
  readonly chains: readonly PinnedChain[];
}

export interface PrimaryNetworkExport extends AnyExport {
  readonly kind: 'primary network';
  readonly network: string;
  /** The last indexed block at the request (-1 if there was none), and its time in Unix seconds. */
  readonly to: number;
  readonly toTime: number;
  /** Only inputs and outputs of later blocks were known. */
  readonly isCutByLostState?: true;
}

export type AskedExport = EvmExport | PrimaryNetworkExport;

export interface Progress {
  readonly parts: readonly string[];
  readonly rows: number;
  /** The end of the last complete day: its part, the offset in that part, the total rows. */
  readonly whole: { readonly part: number; readonly bytes: number; readonly rows: number };
  /** Day of the last row, since 1970. */
  readonly day?: number;
  /** `sort` of the last row: all rows up to it are in the parts. */
  readonly after?: string;
  readonly from: Readonly<Record<string, number>>;
  /** First indexed block and its time (Unix seconds) of chains indexed after the first day began. */
  readonly begins?: Readonly<Record<string, { readonly block: number; readonly time: number }>>;
  readonly isDone?: boolean;
  /** First day (since 1970) cut off by truncation. */
  readonly nextDay?: number;
}

export interface ExportFile {
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** Times in Unix ms. */
export interface OperationRecord {
  readonly owner: string;
  readonly operationId: string;
  readonly type: OperationType;
  readonly status: OperationStatus;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly deadline: number;
  readonly request: AskedExport;
  /** Detects reuse of an idempotency key for a different request. */
  readonly requestHash: string;
  readonly progress: Progress;
  /** `block`: the message is listed under it. */
  readonly notify?: { readonly webhook: string; readonly block: number };
  readonly file?: ExportFile;
  /** Without a code if the owner cancelled it. */
  readonly failure?: { readonly code?: OperationCode; readonly message: string };
}

/** Every status write is conditional on the status being one of these. */
export const PRIOR_STATUSES: Readonly<Record<Exclude<OperationStatus, 'RUNNING'>, readonly OperationStatus[]>> = {
  COMPLETED: ['RUNNING'],
  COMPLETED_WITH_WARNING: ['RUNNING'],
  FAILED: ['RUNNING'],
};

export const NO_PROGRESS: Progress = { parts: [], rows: 0, whole: { part: 0, bytes: 0, rows: 0 }, from: {} };

/** A running operation past its deadline has failed, even if no function could record it. */
export function asOf(operation: OperationRecord, now: number): OperationRecord {
  if (operation.status !== 'RUNNING' || !isOver(operation.deadline, now)) return operation;
  return { ...operation, status: 'FAILED', updatedAt: operation.deadline, failure: TIMED_OUT };
}

/**
 * A deadline over two timeouts ahead came from a fast clock: passed. A smaller lead (clock set back) only delays it.
 */
export const isOver = (deadline: number, now: number): boolean =>
  now >= deadline || deadline - now > 2_000 * EXPORT_TIMEOUT_SECONDS;

export const TIMED_OUT = {
  code: 'ErrInternal',
  message: 'The export timed out. Request fewer days or addresses, or try again later.',
} as const;
