const FAILED_POLL_MS = 5_000;

interface Options {
  readonly ended?: AbortSignal;
  /** Before the first call, ms. */
  readonly delay?: number;
}

/**
 * Calls `refresh` while the tab is visible. `refresh` returns the delay to the next call in ms, or undefined to stop.
 * Calls never overlap. Returns a function that refreshes again, after a call under way, which may have begun too early,
 * and resumes if polling had stopped.
 */
export function poll(
  refresh: () => Promise<number | undefined>,
  { ended = new AbortController().signal, delay = 0 }: Options = {},
): () => Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: Promise<void> = Promise.resolve();
  let isStopped = false;
  const refreshIfVisible = (): void => {
    if (!document.hidden && !isStopped) void refreshNow();
  };
  const run = async (): Promise<void> => {
    if (ended.aborted) return;
    const wait = await refresh().catch((error: unknown) => {
      console.error(error);
      return FAILED_POLL_MS;
    });
    clearTimeout(timer);
    isStopped = wait === undefined;
    if (!isStopped && !ended.aborted) timer = setTimeout(refreshIfVisible, wait);
  };
  const refreshNow = (): Promise<void> => {
    clearTimeout(timer);
    last = last.then(run);
    return last;
  };
  document.addEventListener('visibilitychange', refreshIfVisible, { signal: ended });
  if (delay === 0) refreshIfVisible();
  else timer = setTimeout(refreshIfVisible, delay);
  return refreshNow;
}

/** Settles once the tab is visible. */
export async function whenVisible(ended: AbortSignal): Promise<void> {
  if (!document.hidden || ended.aborted) return;
  await new Promise<void>((resolve) => {
    const options = { once: true, signal: ended };
    document.addEventListener('visibilitychange', () => resolve(), options);
    ended.addEventListener('abort', () => resolve(), { once: true });
  });
}
