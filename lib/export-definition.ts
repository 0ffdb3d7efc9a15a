import { EXPORT_TIMEOUT_SECONDS } from '../lambdas/exports/contract/exports';
import { mergeParts, settleExport, writePart } from '../lambdas/exports/contract/functions';

export const EXPORT_STEPS = ['WritePart', 'MergeParts', 'SettleExport'] as const;
type ExportStep = (typeof EXPORT_STEPS)[number];

/** Added to a function's timeout for the invocation itself. */
const MARGIN_SECONDS = 30;
/** Last resort, with time for all attempts of the last steps: the operation fails at its own deadline. */
const MACHINE_TIMEOUT_SECONDS = EXPORT_TIMEOUT_SECONDS + 3 * 3_600;

/** About two minutes: throttling must not cost hours of work. Invalid requests fail the same way each time. */
const RETRY = [
  { ErrorEquals: ['InvalidExport', 'ExportTimedOut'], MaxAttempts: 0 },
  { ErrorEquals: ['States.ALL'], IntervalSeconds: 2, BackoffRate: 2, MaxAttempts: 6, MaxDelaySeconds: 60 },
];
/** About half an hour: the end of an operation must be recorded. */
const RETRY_LONG = [
  { ErrorEquals: ['States.ALL'], IntervalSeconds: 2, BackoffRate: 2, MaxAttempts: 16, MaxDelaySeconds: 180 },
];
const CATCH = [{ ErrorEquals: ['States.ALL'], ResultPath: '$.failure', Next: 'SettleExport' }];

/** Amazon States Language. Steps read their work from the operation's row, so retries and restarts resume there. */
export function exportDefinition(arns: { readonly [step in ExportStep]?: string }) {
  const task = (step: ExportStep, { timeoutSeconds }: { readonly timeoutSeconds: number }) => ({
    Type: 'Task',
    Resource: arns[step] ?? '',
    TimeoutSeconds: timeoutSeconds + MARGIN_SECONDS,
  });
  return {
    Comment: 'Runs an export in parts',
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
      Failed: { Type: 'Fail', Error: 'ExportFailed', Cause: 'See the log of SettleExport.' },
      Ended: { Type: 'Succeed' },
    },
  };
}
