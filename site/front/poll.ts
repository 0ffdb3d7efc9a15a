/** Delay after an exception. */
const FAILED_POLL_MS = 5_000;

/**
 * Calls `look` while the tab is visible: immediately when it becomes visible, then after the delay returned, ms. Calls
 * never overlap.
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
