/** After a look that threw. */
const FAILED_POLL_MS = 5_000;

/**
 * Calls `look` while the tab is visible, again after as many milliseconds as it returns; at once when the tab is shown.
 * It never runs twice at the same time.
 */
export function poll(look: () => Promise<number>): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLooking = false;
  const run = async (): Promise<void> => {
    clearTimeout(timer);
    if (isLooking || document.hidden) return;
    isLooking = true;
    const wait = await look().catch((error: unknown) => {
      console.error(error);
      return FAILED_POLL_MS;
    });
    isLooking = false;
    timer = setTimeout(run, wait);
  };
  document.addEventListener('visibilitychange', run);
  void run();
}
