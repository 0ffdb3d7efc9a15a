import { BoundedCache } from '../../core/domain/bounded-cache';
import { type Clock, steadyClock } from '../../core/runtime/clock';
import type { Table } from '../../core/table/table';
import type { RawBlock } from '../domain/rpc';
import { getTransferEvent, type Standards, ZERO_ADDRESS } from '../domain/transfers';
import type { Question, Readings } from '../tokens/domain/holdings';
import { standardQuestions, statedStandard } from '../tokens/domain/standard';
import { TOKEN, tokenKey } from '../tokens/rows/token-item';

const MAX_CACHED_TOKENS = 50_000; // about 10 MB
const RETRY_MS = 60_000; // after an inconclusive answer

type Standard = Standards[string];
type Sample = NonNullable<ReturnType<typeof getTransferEvent>>;

/**
 * ERC-20 and ERC-721 share the `Transfer` event, so contracts are queried for their standard, once
 * each. If the node fails, the layout of the event decides until the contract's next block.
 */
export function createStandards(table: Pick<Table, 'batchGet'>, chain: string, steady: Clock = steadyClock) {
  /** `until`: next attempt without an answer, ms on the steady clock. */
  const known = new BoundedCache<string, { readonly standard?: Standard; readonly until?: number }>(MAX_CACHED_TOKENS);

  const readRecords = async (tokens: readonly string[]): Promise<void> => {
    const items = await table.batchGet(tokens.map((token) => tokenKey(chain, token)));
    const found = new Map(items.map((item) => [item.pk, item[TOKEN.standard]]));
    for (const token of tokens) {
      const standard = found.get(tokenKey(chain, token).pk);
      if (standard !== undefined) known.set(token, { standard: standard as Standard });
    }
  };

  return async (
    blocks: readonly RawBlock[],
    fetchReadings: (questions: readonly Question[]) => Promise<Readings | undefined>,
  ): Promise<RawBlock[]> => {
    const samples = new Map<string, Sample>();
    const created = new Set<string>();
    for (const { logs, contractAddress } of blocks.flatMap(({ receipts }) => receipts)) {
      if (contractAddress) created.add(contractAddress.toLowerCase());
      for (const log of logs) {
        const [token, event] = [log.address.toLowerCase(), getTransferEvent(log)];
        // Not a burn if possible: a burned ID has no owner.
        if (event && (samples.get(token)?.to ?? ZERO_ADDRESS) === ZERO_ADDRESS) samples.set(token, event);
      }
    }
    // Another contract may have been at the address before.
    for (const contract of created) known.delete(contract);
    const isUnknown = (token: string) => (known.get(token)?.until ?? (known.has(token) ? Infinity : 0)) <= steady();
    const unknown = [...samples.keys()].filter(isUnknown);
    const recorded = unknown.filter((token) => !created.has(token));
    if (recorded.length > 0) await readRecords(recorded);
    const answered = new Map<string, Standard>();
    const left = [...samples].filter(([token]) => isUnknown(token)).map(([token, event]) => ({ token, ...event }));
    const readings =
      left.length > 0 ? await fetchReadings(left.flatMap(standardQuestions)).catch(() => undefined) : undefined;
    for (const sample of left) {
      const standard = readings && statedStandard(sample, readings.values);
      if (standard) answered.set(sample.token, standard);
      if (readings) known.set(sample.token, standard ? { standard } : { until: steady() + RETRY_MS });
    }
    const stated = [...samples.keys()].flatMap((token): [string, Standard][] => {
      const standard = known.get(token)?.standard;
      return standard && (standard !== 'as-logged' || answered.has(token)) ? [[token, standard]] : [];
    });
    return stated.length === 0 ? [...blocks] : blocks.map((raw) => withStandards(raw, stated));
  };
}

function withStandards(raw: RawBlock, stated: readonly (readonly [string, Standard])[]): RawBlock {
  const logged = new Set(raw.receipts.flatMap(({ logs }) => logs.map(({ address }) => address.toLowerCase())));
  const own = stated.filter(([token]) => logged.has(token));
  return own.length === 0 ? raw : { ...raw, standards: Object.fromEntries(own) };
}
