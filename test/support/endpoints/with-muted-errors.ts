import { captureLog } from '../capture-log';

/** Runs a call that is expected to fail, without printing its log line. */
export async function withMutedErrors<T>(run: () => Promise<T>): Promise<T> {
  const { restore } = captureLog();
  try {
    return await run();
  } finally {
    restore();
  }
}
