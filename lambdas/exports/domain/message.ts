import { dateOfDay } from '../../core/domain/day';
import { dayOfTime, isoTime, startOfDay } from './dates';
import type { AskedExport, EvmExport, OperationRecord, PinnedChain, PrimaryNetworkExport } from './operation';

const NUMBER = new Intl.NumberFormat('en');

/** `isKept`: the file has not expired yet. */
export function getMessage(operation: OperationRecord, isKept: boolean): string {
  const { failure, file, request, progress } = operation;
  if (failure) return failure.message;
  const parts = request.lastDay - request.firstDay + 1;
  if (!file) {
    const done = progress.day === undefined ? 0 : Math.min(parts, progress.day - request.firstDay);
    return `${NUMBER.format(progress.rows)} rows so far; ${done} of ${parts} parts done (one part per day).`;
  }
  const { nextDay } = progress;
  return [
    `${NUMBER.format(file.rows)} rows.`,
    ...(isKept ? [] : ['The file has expired; request the export again.']),
    ...(nextDay === undefined
      ? []
      : [`Truncated before ${dateOfDay(nextDay)}: the plan allows ${NUMBER.format(request.maxRows)} rows.`]),
    ...(NOTES[request.kind] as Notes<AskedExport>)(request, operation),
  ].join(' ');
}

type Notes<R extends AskedExport> = (request: R, operation: OperationRecord) => string[];
const NOTES: { readonly [K in AskedExport['kind']]: Notes<Extract<AskedExport, { readonly kind: K }>> } = {
  evm: (request, operation) => request.chains.flatMap((chain) => notesOn(chain, request, operation)),
  'primary network': (request, operation) => notesOnNetwork(request, operation),
};

function notesOn(chain: PinnedChain, request: EvmExport, { progress }: OperationRecord): string[] {
  const { chainId, to, toTime, tracedTo, tracedTime, tracedFrom, tracedFromTime = 0, incomplete, hidden } = chain;
  if (to < 0) return [`Chain ${chainId} has no final block yet.`];
  const begins = progress.begins?.[chainId];
  const end = startOfDay(progress.nextDay ?? request.lastDay + 1);
  return [
    ...(begins && dayOfTime(begins.time) >= request.firstDay
      ? [`Chain ${chainId} is indexed from block ${begins.block} (${isoTime(begins.time)}).`]
      : []),
    ...(toTime < end
      ? [`Chain ${chainId} is included up to block ${to} (${isoTime(toTime)}), the last final block at the request.`]
      : []),
    ...(tracedTo < to && tracedTime < end && toTime >= startOfDay(request.firstDay)
      ? [
          tracedTo < 0
            ? `Chain ${chainId} has no internal transactions.`
            : `Internal transactions of chain ${chainId} are included up to block ${tracedTo}.`,
        ]
      : []),
    ...(tracedFrom !== undefined && tracedFromTime >= startOfDay(request.firstDay)
      ? [
          `Internal transactions of chain ${chainId} are included from block ${tracedFrom} (${isoTime(tracedFromTime)}).`,
        ]
      : []),
    ...(incomplete
      ? [`${incomplete} blocks of chain ${chainId} are incomplete, as the node did not serve all of their data.`]
      : []),
    ...hidden.map(
      ({ from, to: last }) => `Blocks ${from} to ${last} of chain ${chainId} were being indexed and are not included.`,
    ),
  ];
}

/** A P-Chain is indexed from its first block, and has no reorgs. */
function notesOnNetwork(request: PrimaryNetworkExport, { progress }: OperationRecord): string[] {
  const { network, to, toTime, isCutByLostState } = request;
  if (to < 0) return [`The P-Chain of ${network} has no blocks yet.`];
  if (toTime >= startOfDay(progress.nextDay ?? request.lastDay + 1)) return [];
  const why = isCutByLostState
    ? 'as the effects of later blocks are not fully known until the service is updated'
    : 'the last indexed block at the request';
  return [`The P-Chain of ${network} is included up to block ${to} (${isoTime(toTime)}), ${why}.`];
}
