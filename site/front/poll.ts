const FAILED_POLL_MS = 5_000;

/** While the tab is visible. `look` returns the delay to the next call, ms. Calls never overlap. */
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
