import { captureLog } from '../capture-log';
import { type Asked, call, type Handler } from './call';
import { type AllDeps, depsWith } from './deps';

/** Works because unit tests have no built file beside the handler. */
export function hidesMissingFile(
  handler: Handler<AllDeps>,
  file: string,
  params: Asked['params'] = {},
  sent?: unknown,
): void {
  test('500: a missing file: the log has its path, the response does not', async () => {
    const log = captureLog();
    const { deps } = await depsWith();
    const { status, body } = await call(handler, deps, { params, ...(sent === undefined ? {} : { body: sent }) });
    expect([status, body.message]).toEqual([500, 'the service could not answer; the failure is logged']);
    expect(JSON.stringify(log.lines)).toContain(file);
    log.restore();
  });
}
