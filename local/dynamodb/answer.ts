import type { CallLog } from '../calls';
import type { Judge } from '../iam/roles';
import { perform } from './actions';
import { apiError, isApiError } from './api-error';
import type { Disk } from './disk';
import type { Faults } from './faults';
import type { Store } from './store';

/** An API call such as `PutItem`: the JSON body, and the ID of the calling function. */
export interface StoreCall {
  readonly call: string;
  readonly caller: string | string[] | undefined;
  readonly text: string;
}
/** HTTP status and JSON body. */
export interface StoreAnswer {
  readonly status: number;
  readonly text: string;
}

/** Answers DynamoDB calls from any transport. `onError` receives internal errors before the call is answered. */
export function createAnswerer(
  store: Store,
  calls: CallLog,
  judge: Judge,
  disk: Pick<Disk, 'synced'>,
  onError: (error: unknown) => void = () => undefined,
  faults?: Faults,
) {
  return async ({ call, caller, text }: StoreCall): Promise<StoreAnswer> => {
    const { fails, done } = calls.enter(`dynamodb:${call}`, text);
    let status = 200;
    let answer: Record<string, unknown>;
    try {
      if (fails) throw new Error('failed on request of a test');
      const body = JSON.parse(text) as Record<string, unknown>;
      const answerTo = (request: Readonly<Record<string, unknown>>) =>
        perform(store, call, request, (accesses) => {
          const denial = judge(caller, accesses);
          if (denial === undefined) return;
          calls.deny(`dynamodb:${call}`);
          throw apiError('AccessDeniedException', denial);
        });
      answer = await (faults ? faults(call, text, body, answerTo) : answerTo(body));
      // Conditional writes are the ones others rely on: a cursor step, a claim, a settled attempt.
      if (body.ConditionExpression !== undefined || call === 'TransactWriteItems') await disk.synced();
    } catch (error) {
      if (!isApiError(error)) onError(error);
      status = isApiError(error) ? error.statusCode : 500;
      answer = isApiError(error) ? error.body : { __type: 'InternalServerError', message: String(error) };
    }
    done();
    return { status, text: JSON.stringify(answer) };
  };
}
export type Answerer = ReturnType<typeof createAnswerer>;
