import { EXPORT_TIMEOUT_SECONDS } from '../lambdas/exports/contract/exports';
import { mergeParts, settleExport, writePart } from '../lambdas/exports/contract/functions';

/** The functions that the state machine runs, by the names of its steps. */
export const EXPORT_STEPS = ['WritePart', 'MergeParts', 'SettleExport'] as const;
type ExportStep = (typeof EXPORT_STEPS)[number];

/** Seconds that a step may take: its function's timeout, and the way there and back. */
const MARGIN_SECONDS = 30;
/** An execution that nothing else ended, with time for every attempt of the last steps. Its operation has failed since its own deadline. */
const MACHINE_TIMEOUT_SECONDS = EXPORT_TIMEOUT_SECONDS + 3 * 3_600;

/** Tried again for two minutes: a table or a quota that is exhausted must not cost hours of work. A fault of the request is the same each time. */
const RETRY = [
  { ErrorEquals: ['InvalidExport', 'ExportTimedOut'], MaxAttempts: 0 },
  { ErrorEquals: ['States.ALL'], IntervalSeconds: 2, BackoffRate: 2, MaxAttempts: 6, MaxDelaySeconds: 60 },
];
/** The end of an operation must be noted: tried for half an hour. */
const RETRY_LONG = [
  { ErrorEquals: ['States.ALL'], IntervalSeconds: 2, BackoffRate: 2, MaxAttempts: 16, MaxDelaySeconds: 180 },
];
/** What a step could not do, however often, is the last step's to tell. */
const CATCH = [{ ErrorEquals: ['States.ALL'], ResultPath: '$.failure', Next: 'SettleExport' }];

/**
 * The state machine of an export (Amazon States Language). `arns`: the functions of its steps. Each step finds in the
 * operation's row what there is to do, so that a step that is repeated, or an execution that begins again, goes on there.
 */
export function exportDefinition(arns: { readonly [step in ExportStep]?: string }) {
  const task = (step: ExportStep, { timeoutSeconds }: { readonly timeoutSeconds: number }) => ({
    Type: 'Task',
    Resource: arns[step] ?? '',
    TimeoutSeconds: timeoutSeconds + MARGIN_SECONDS,
  });
  return {
    Comment: 'Runs an export, part by part',
    StartAt: 'WritePart',
    TimeoutSeconds: MACHINE_TIMEOUT_SECONDS,
    States: {
      WritePart: {
        ...task('WritePart', writePart),
        ResultPath: '$.step',
        Retry: RETRY,
        Catch: CATCH,
        Next: 'MoreRows',
      },
      MoreRows: {
        Type: 'Choice',
        Choices: (['WritePart', 'MergeParts'] as const).map((step) => ({
          Variable: '$.step.next',
          StringEquals: step,
          Next: step,
        })),
        Default: 'SettleExport',
      },
      MergeParts: {
        ...task('MergeParts', mergeParts),
        ResultPath: null,
        Retry: RETRY,
        Catch: CATCH,
        Next: 'SettleExport',
      },
      SettleExport: {
        ...task('SettleExport', settleExport),
        ResultPath: '$.settled',
        Retry: RETRY_LONG,
        Next: 'HasFailed',
      },
      HasFailed: {
        Type: 'Choice',
        Choices: [{ Variable: '$.settled.failed', BooleanEquals: true, Next: 'Failed' }],
        Default: 'Ended',
      },
      Failed: { Type: 'Fail', Error: 'ExportFailed', Cause: 'The log of SettleExport says why.' },
      Ended: { Type: 'Succeed' },
    },
  };
}
