import { setTimeout } from 'node:timers/promises';

interface Indicator {
  readonly status: 'up' | 'down';
  readonly head?: number;
  readonly startBlock?: number;
  readonly indexedBlock?: number;
  readonly lagBlocks?: number;
  readonly message?: string;
  readonly backfill?: { readonly next: number; readonly to: number; readonly secondsLeft?: number };
}

const MIN_LAG_BLOCKS = 20;
const BUSY_INTERVAL_MS = 2_000;
const QUIET_INTERVAL_MS = 10_000;

/** For the demo's first blocks; its calls are printed anyway. */
const MAX_FIRST_BLOCKS_MS = 60_000;
const FIRST_BLOCKS_POLL_MS = 100;

const getHealth = async (dataUrl: string): Promise<Record<string, Indicator>> => {
  const health = await (await fetch(`${dataUrl}/v1/health-check`)).json();
  return (health as { details: Record<string, Indicator> }).details;
};

/** So that the printed example calls find data. */
export async function firstBlocks(dataUrl: string): Promise<void> {
  const end = performance.now() + MAX_FIRST_BLOCKS_MS;
  while (performance.now() < end) {
    const indicators = Object.values(await getHealth(dataUrl).catch(() => ({}) as Record<string, Indicator>));
    const begun = indicators.every(
      ({ status, startBlock = 0, indexedBlock = startBlock }) => status === 'up' && indexedBlock >= startBlock,
    );
    if (indicators.length > 0 && begun) return;
    await setTimeout(FIRST_BLOCKS_POLL_MS);
  }
}

/** Prints health-check's messages, and the progress of chains that catch up. */
export function showProgress(dataUrl: string): { stop(): void } {
  const before = new Map<string, { at: number; block: number }>();
  const printed = new Map<string, string | undefined>();
  let timer: NodeJS.Timeout;
  const look = async (): Promise<boolean> => {
    const chains = Object.entries(await getHealth(dataUrl));
    for (const [name, { head = 0, indexedBlock = -1, lagBlocks = 0, backfill, message }] of chains) {
      if (message !== undefined && message !== printed.get(name)) console.log(`${name}: ${message}`);
      printed.set(name, message);
      if (backfill) {
        const { next, to, secondsLeft } = backfill;
        console.log(`${name}: history at block ${next} of ${to}${secondsLeft ? `, ${secondsLeft} s left` : ''}`);
      }
      const last = before.get(name);
      before.set(name, { at: performance.now(), block: indexedBlock });
      if (!last || lagBlocks < MIN_LAG_BLOCKS) continue;
      const rate = ((indexedBlock - last.block) * 1_000) / (performance.now() - last.at);
      const left = rate > 0 ? `${Math.ceil(lagBlocks / rate)} s left` : 'waiting';
      console.log(`${name}: block ${indexedBlock} of ${head}, ${Math.round(rate)} blocks/s, ${left}`);
    }
    return chains.some(([, { lagBlocks = 0, backfill }]) => backfill !== undefined || lagBlocks >= MIN_LAG_BLOCKS);
  };
  const later = (ms: number): void => {
    timer = globalThis.setTimeout(
      async () => later((await look().catch(() => true)) ? BUSY_INTERVAL_MS : QUIET_INTERVAL_MS),
      ms,
    );
  };
  later(BUSY_INTERVAL_MS);
  return { stop: () => clearTimeout(timer) };
}
