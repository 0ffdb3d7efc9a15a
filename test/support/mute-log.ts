import { captureLog } from './capture-log';

/** Does not print the log lines of a test file. */
export function muteLog(): void {
  let captured: ReturnType<typeof captureLog> | undefined;
  beforeAll(() => {
    captured = captureLog();
  });
  afterAll(() => captured?.restore());
}
