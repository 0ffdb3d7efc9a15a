import { type CarriedChain, carryChain } from '../../lambdas/chain/restore/carry-chain';
import { HOUR_MS } from '../../lambdas/core/domain/day';
import { carryPartition } from '../../lambdas/core/table/carry-partition';
import type { Item } from '../../lambdas/core/table/item';
import { after, key, keyPrefix } from '../../lambdas/core/table/key';
import { readPages } from '../../lambdas/core/table/pages';
import type { Restored } from '../../lambdas/core/table/restored';
import { entities } from '../../lambdas/core/table/schema';
import { text } from '../../lambdas/core/table/stored-item';
import { createBlockRows } from '../../lambdas/evm/rows/block-rows';
import { OPERATION } from '../../lambdas/exports/rows/operation-item';
import { NO_OWNER } from '../../lambdas/usage/domain/usage';
import { carryWebhooks, type FollowUp } from '../../lambdas/webhooks/restore/carry-webhooks';
import { findWebhooks } from './changes';

const PAGE = 100;

interface FollowedChain {
  readonly name: string;
  /** Absent for a chain that never reorganises. */
  readonly finalityDepth?: number;
}

/** Copies operations that the replaced table has in a newer version. Idempotent. */
export async function carryOperations({ replaced, restored }: Restored, owner: string): Promise<void> {
  const range = {
    pk: key(entities.Operation.pk, { owner }),
    low: '!',
    high: after('~'),
    limit: PAGE,
    consistent: true,
  };
  for await (const items of readPages(replaced, range))
    for (const item of items) {
      const own = await restored.get({ pk: text(item.pk), sk: text(item.sk) }, true);
      if (Number(own?.[OPERATION.updatedAt] ?? 0) < Number(item[OPERATION.updatedAt] ?? 0))
        await restored.write([{ put: item as Item }]);
    }
}

/**
 * Prepares a restored table to take over: continues serials and ids, and copies what does not depend on a chain, such
 * as operations and usage. Idempotent, while nothing writes to either table.
 */
export async function carryOver(
  tables: Restored,
  {
    chains,
    owners,
    at,
    now,
  }: {
    readonly chains: readonly FollowedChain[];
    readonly owners: readonly string[];
    /** The restored moment, Unix ms. */
    readonly at: number;
    readonly now: () => number;
  },
): Promise<{ readonly chains: readonly CarriedChain[]; readonly followUps: readonly FollowUp[] }> {
  const webhooks = await findWebhooks(tables.restored, owners);
  const carried: CarriedChain[] = [];
  const followUps: FollowUp[] = [];
  for (const { name, finalityDepth } of chains) {
    const [replaced, restored] = [createBlockRows(tables.replaced, name), createBlockRows(tables.restored, name)];
    const reorgs = finalityDepth === undefined ? undefined : { finalityDepth, replaced, restored };
    const one = await carryChain(tables, name, reorgs);
    if (!one) continue;
    carried.push(one);
    followUps.push(...(await carryWebhooks({ ...tables, now }, one, webhooks)));
  }
  const hour = Math.floor(at / HOUR_MS);
  for (const owner of [...owners, NO_OWNER]) {
    await carryPartition(tables, key(entities.Operation.pk, { owner }));
    await carryPartition(tables, key(entities.RunningOperations.pk, { owner }));
    await carryPartition(tables, key(entities.UsageHour.pk, { owner }), keyPrefix(entities.UsageHour.sk, { hour }));
    const time = { time: hour * HOUR_MS };
    await carryPartition(tables, key(entities.RequestLog.pk, { owner }), keyPrefix(entities.RequestLog.sk, time));
  }
  await carryPartition(tables, key(entities.StartingOperation.pk, { shard: '0' }));
  for (let day = Math.floor(hour / 24); day <= Math.floor(now() / HOUR_MS / 24); day++)
    await carryPartition(tables, key(entities.UsageOwner.pk, { day }));
  return { chains: carried, followUps };
}
