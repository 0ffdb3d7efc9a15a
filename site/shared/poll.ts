const FAILED_POLL_MS = 5_000;

interface Options {
  readonly ended?: AbortSignal;
  /** Before the first call, ms. */
  readonly delay?: number;
}

/**
 * Calls `look` while the tab is visible. `look` returns the delay to the next call in ms, or undefined to stop. Calls
 * never overlap. Returns a function that looks again, after a call under way, which may have begun too early, and goes
 * on if it had stopped.
 */
export function poll(
  look: () => Promise<number | undefined>,
  { ended = new AbortController().signal, delay = 0 }: Options = {},
): () => Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: Promise<void> = Promise.resolve();
  let isStopped = false;
  const lookIfVisible = (): void => {
    if (!document.hidden && !isStopped) void lookNow();
  };
  const run = async (): Promise<void> => {
    if (ended.aborted) return;
    const wait = await look().catch((error: unknown) => {
      console.error(error);
      return FAILED_POLL_MS;
    });
    clearTimeout(timer);
    isStopped = wait === undefined;
    if (!isStopped && !ended.aborted) timer = setTimeout(lookIfVisible, wait);
  };
  const lookNow = (): Promise<void> => {
    clearTimeout(timer);
    last = last.then(run);
    return last;
  };
  document.addEventListener('visibilitychange', lookIfVisible, { signal: ended });
  if (delay === 0) lookIfVisible();
  else timer = setTimeout(lookIfVisible, delay);
  return lookNow;
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
