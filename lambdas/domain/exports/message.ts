import { dateOfDay, dayOfTime, isoTime, startOfDay } from './dates';
import type { OperationRecord, PinnedChain } from './operation';

const NUMBER = new Intl.NumberFormat('en');

/** What an operation says of itself: how far it is, why it failed, or what its file has and has not. `isKept`: the file is there. */
export function messageOf(operation: OperationRecord, isKept: boolean): string {
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
    ...request.chains.flatMap((chain) => notesOn(chain, operation)),
  ].join(' ');
}

/** What a reader of the file has to know of a chain. */
function notesOn(chain: PinnedChain, { request, progress }: OperationRecord): string[] {
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
