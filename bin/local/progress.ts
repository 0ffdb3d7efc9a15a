interface Indicator {
  readonly head?: number;
  readonly indexedBlock?: number;
  readonly lagBlocks?: number;
  readonly backfill?: { readonly next: number; readonly to: number; readonly secondsLeft?: number };
}

/** Blocks behind the head from which catching up is worth a line. */
const FAR = 20;
const EVERY = 2_000;

/** Prints, while a chain catches up, how far it is, blocks a second, and how long it will take. */
export function showProgress(dataUrl: string): { stop(): void } {
  const before = new Map<string, { at: number; block: number }>();
  const timer = setInterval(() => void tick().catch(() => undefined), EVERY);
  const tick = async () => {
    const health = (await (await fetch(`${dataUrl}/v1/health-check`)).json()) as { details: Record<string, Indicator> };
    for (const [name, { head = 0, indexedBlock = -1, lagBlocks = 0, backfill }] of Object.entries(health.details)) {
      if (backfill) {
        const { next, to, secondsLeft } = backfill;
        console.log(`${name}: history at block ${next} of ${to}${secondsLeft ? `, ${secondsLeft} s left` : ''}`);
      }
      const last = before.get(name);
      before.set(name, { at: Date.now(), block: indexedBlock });
      if (!last || lagBlocks < FAR) continue;
      const rate = ((indexedBlock - last.block) * 1_000) / (Date.now() - last.at);
      const left = rate > 0 ? `${Math.ceil(lagBlocks / rate)} s left` : 'waiting';
      console.log(`${name}: block ${indexedBlock} of ${head}, ${Math.round(rate)} blocks/s, ${left}`);
    }
  };
  return { stop: () => clearInterval(timer) };
}
