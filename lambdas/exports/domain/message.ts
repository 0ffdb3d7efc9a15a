import { dateOfDay, dayOfTime, isoTime, startOfDay } from './dates';
import type { EvmExport, OperationRecord, PinnedChain, PrimaryNetworkExport } from './operation';

const NUMBER = new Intl.NumberFormat('en');

/** What an operation says of itself: how far it is, why it failed, or what its file has and has not. `isKept`: the file is there. */
export function getMessage(operation: OperationRecord, isKept: boolean): string {
  const { failure, file, request, progress } = operation;
  if (failure) return failure.message;
  const parts = request.lastDay - request.firstDay + 1;
  if (!file) {
    const done = progress.day === undefined ? 0 : Math.min(parts, progress.day - request.firstDay);
    return `${NUMBER.format(progress.rows)} rows so far; ${done} of ${parts} parts done, each a day.`;
  }
  const { nextDay } = progress;
  return [
    `${NUMBER.format(file.rows)} rows.`,
    ...(isKept ? [] : ['The file has expired: start the export again.']),
    ...(nextDay === undefined
      ? []
      : [`Cut before ${dateOfDay(nextDay)}, at the ${NUMBER.format(request.maxRows)} rows of the plan.`]),
    ...(request.kind === 'evm'
      ? request.chains.flatMap((chain) => notesOn(chain, request, operation))
      : notesOnNetwork(request, operation)),
  ].join(' ');
}

/** What a reader of the file has to know of a chain. */
function notesOn(chain: PinnedChain, request: EvmExport, { progress }: OperationRecord): string[] {
  const { chainId, to, toTime, tracedTo, tracedTime, tracedFrom, tracedFromTime = 0, incomplete, hidden } = chain;
  if (to < 0) return [`Chain ${chainId} has no final block yet.`];
  const begins = progress.begins?.[chainId];
  const end = startOfDay(progress.nextDay ?? request.lastDay + 1);
  return [
    ...(begins && dayOfTime(begins.time) >= request.firstDay
      ? [`Chain ${chainId} is indexed from block ${begins.block} (${isoTime(begins.time)}) on.`]
      : []),
    ...(toTime < end
      ? [`Chain ${chainId} up to block ${to} (${isoTime(toTime)}), what was final at the request.`]
      : []),
    ...(tracedTo < to && tracedTime < end && toTime >= startOfDay(request.firstDay)
      ? [
          tracedTo < 0
            ? `Chain ${chainId} has no internal transactions.`
            : `Internal transactions of chain ${chainId} up to block ${tracedTo}.`,
        ]
      : []),
    ...(tracedFrom !== undefined && tracedFromTime >= startOfDay(request.firstDay)
      ? [`Internal transactions of chain ${chainId} from block ${tracedFrom} (${isoTime(tracedFromTime)}) on.`]
      : []),
    ...(incomplete ? [`Of ${incomplete} blocks of chain ${chainId} the node has not given everything.`] : []),
    ...hidden.map(
      ({ from, to: last }) => `Blocks ${from} to ${last} of chain ${chainId} were being indexed and are not included.`,
    ),
  ];
}

/** What a reader of the file has to know of a P-chain: it is indexed from its first block on, and never replaces one. */
function notesOnNetwork(request: PrimaryNetworkExport, { progress }: OperationRecord): string[] {
  const { network, to, toTime, isCutByLostState } = request;
  if (to < 0) return [`The P-chain of ${network} has no block yet.`];
  if (toTime >= startOfDay(progress.nextDay ?? request.lastDay + 1)) return [];
  const why = isCutByLostState
    ? 'what later ones did is not known whole until the service is updated'
    : 'what was indexed at the request';
  return [`The P-chain of ${network} up to block ${to} (${isoTime(toTime)}), ${why}.`];
}
