import { getNetwork } from '../../../core/contract/pchain-source';
import { inParallel } from '../../../core/runtime/concurrency';
import type { List } from '../../../core/table/list';
import { readPages } from '../../../core/table/pages';
import type { Table } from '../../../core/table/table';
import { type AccruedAround, balanceAround, type L1Around } from '../../../pchain/domain/l1-balances';
import type { L1Validator } from '../../../pchain/domain/replay/state';
import type { PBlockRow, TxL1Change } from '../../../pchain/domain/rows';
import { fellBelow } from '../../../pchain/domain/threshold';
import type { l1ChangeReader, l1ValidatorReader } from '../../../pchain/rows/l1-validator-reader';
import type { BlockToMatch } from '../../domain/match';
import type { WebhookRecord } from '../../domain/webhook';
import type { AppliedRows, BlockReaders } from '../pchain/block-of';
import { getSettings, isWatched, type ValidatorSettings } from './settings';

const [MAX_PARALLEL, PAGE_ITEMS] = [16, 500];

export interface ThresholdDeps {
  readonly table: Pick<Table, 'query'>;
  readonly blocks: BlockReaders['blocks'];
  readonly l1Validators: ReturnType<typeof l1ValidatorReader>;
  readonly l1Changes: ReturnType<typeof l1ChangeReader>;
}

interface Crossing {
  readonly webhook: WebhookRecord;
  /** 0x and hexadecimal digits. */
  readonly validationId: string;
}

/** While no balance can cross a threshold; valid as long as only the accrued fees change. */
interface Quiet {
  /** Last block checked; `thresholds`: the counter at that time. */
  readonly block: number;
  readonly thresholds: number;
  /** nAVAX: above this a balance crosses a threshold; undefined: never. */
  readonly until: bigint | undefined;
}

/**
 * Balances fall with every block but rarely cross a threshold, so the accrued fees at the next crossing are kept in
 * memory. Blocks below that cost no reads.
 */
export function createThresholds(deps: ThresholdDeps) {
  const quiet = new Map<string, Quiet>();
  return {
    /** false if unknown. */
    isQuiet({ chain, number }: BlockToMatch, { block, txs }: AppliedRows, thresholds: number): boolean {
      if (thresholds === 0 || !block.after) return true;
      const known = quiet.get(chain);
      const isNext = known?.block === number - 1 && known.thresholds === thresholds;
      const isCalm = !block.ranDry && txs.every(({ row }) => !row.additions.l1Changes);
      const isBelow = known?.until === undefined || block.after.accruedFees <= known.until;
      if (!known || !isNext || !isCalm || !isBelow) return false;
      quiet.set(chain, { ...known, block: number });
      return true;
    },

    /** `isAll`: no other webhook has a threshold, so the following blocks may be quiet. */
    async crossed(
      { chain, number }: BlockToMatch,
      rows: AppliedRows,
      webhooks: readonly WebhookRecord[],
      { isAll, thresholds }: { readonly isAll: boolean; readonly thresholds: number },
    ): Promise<Crossing[]> {
      const network = getNetwork(chain);
      const accrued = await accruedAround(deps, network, rows.block);
      if (!accrued) return [];
      const watching = webhooks.map((webhook) => ({ webhook, settings: getSettings(webhook) }));
      const found = await getValidators(deps, network, rows, watching);
      const crossings: Crossing[] = [];
      let until: bigint | undefined;
      await inParallel([...found], MAX_PARALLEL, async ([validationId, own]) => {
        const balances = balanceAround(await l1Around(deps, network, validationId, number), accrued);
        for (const { webhook, settings } of own) {
          const threshold = BigInt(settings.threshold ?? 0);
          if (fellBelow(balances, threshold)) crossings.push({ webhook, validationId });
          if (balances.balance < threshold) continue;
          const end = accrued.after + balances.balance - threshold;
          if (until === undefined || end < until) until = end;
        }
      });
      if (isAll) quiet.set(chain, { block: number, thresholds, until });
      else quiet.delete(chain);
      return crossings;
    },
  };
}

/** A validator without history is assumed unchanged. */
export async function l1Around(
  { l1Changes, l1Validators }: Pick<ThresholdDeps, 'l1Changes' | 'l1Validators'>,
  network: string,
  validationId: string,
  block: number,
): Promise<L1Around> {
  const around = await l1Changes.around(network, validationId, block);
  if (around.after) return around;
  const now = await l1Validators.byId(network, validationId);
  return { before: now, after: now };
}

/** undefined if the chain state is unknown. */
export async function accruedAround(
  { blocks }: Pick<ThresholdDeps, 'blocks'>,
  network: string,
  { number, after }: PBlockRow,
): Promise<AccruedAround | undefined> {
  const before = (await blocks.byNumber(network, number - 1))?.after;
  return before && after && { before: before.accruedFees, after: after.accruedFees };
}

interface Watching {
  readonly webhook: WebhookRecord;
  readonly settings: ValidatorSettings;
}

/** The block's own changes are merged in, as the index may lag behind. */
async function getValidators(
  { table, l1Validators }: ThresholdDeps,
  network: string,
  { txs }: AppliedRows,
  watching: readonly Watching[],
): Promise<Map<string, Watching[]>> {
  const changed = txs.flatMap(({ row }) => row.additions.l1Changes ?? []);
  const found = new Map<string, Watching[]>();
  const byKey = Map.groupBy(watching, ({ settings: { keyType, key } }) => `${keyType} ${key}`);
  await inParallel([...byKey.values()], MAX_PARALLEL, async (own) => {
    const [first] = own;
    if (!first) return;
    const { keyType, key } = first.settings;
    const list = keyType === 'nodeId' ? l1Validators.ofNode(network, key) : l1Validators.ofSubnet(network, key);
    const validators = new Map<string, L1Validator | TxL1Change>(changed.map((one) => [one.validationId, one]));
    for await (const items of readPages(table, { ...getRange(list), limit: PAGE_ITEMS }))
      for (const { value } of items.flatMap((item) => list.rows(item))) validators.set(value.validationId, value);
    for (const one of own)
      for (const validator of validators.values())
        if (isWatched(one.settings, validator))
          found.set(validator.validationId, [...(found.get(validator.validationId) ?? []), one]);
  });
  return found;
}

const getRange = ({ index, pk, low, high }: List<L1Validator>) => ({ ...(index ? { index } : {}), pk, low, high });
