import { createHash } from 'node:crypto';
import type { Clock } from '../../core/runtime/clock';
import { key } from '../../core/table/key';
import { entities, TABLE } from '../../core/table/schema';
import type { Table } from '../../core/table/table';
import { IDEMPOTENCY_DAYS } from '../contract/delivery';
import type { WebhookRecord } from '../domain/webhook';

/** Fixed by the first create request before it writes anything else. */
interface Claim extends Pick<WebhookRecord, 'id' | 'owner' | 'since' | 'createdAt'> {
  readonly requestHash: string;
}

const ATTRIBUTE = { id: 'i', requestHash: 'h', number: 'n', epoch: 'e', createdAt: 't' } as const;

export const webhookRequests = (table: Pick<Table, 'get' | 'putIfAbsent'>, now: Clock) => ({
  /** The claim of the owner's first request with this key; `claim` itself if it is the first. */
  async first(idempotencyKey: string, claim: Claim): Promise<Claim> {
    const digest = createHash('sha256').update(idempotencyKey).digest('base64url');
    const at = {
      pk: key(entities.WebhookRequest.pk, { owner: claim.owner }),
      sk: key(entities.WebhookRequest.sk, { digest }),
    };
    for (;;) {
      const item = await table.get(at, true);
      if (item)
        return {
          owner: claim.owner,
          id: String(item[ATTRIBUTE.id]),
          requestHash: String(item[ATTRIBUTE.requestHash]),
          since: { number: Number(item[ATTRIBUTE.number]), epoch: Number(item[ATTRIBUTE.epoch]) },
          createdAt: Number(item[ATTRIBUTE.createdAt]),
        };
      await table.putIfAbsent({
        ...at,
        [ATTRIBUTE.id]: claim.id,
        [ATTRIBUTE.requestHash]: claim.requestHash,
        [ATTRIBUTE.number]: claim.since.number,
        [ATTRIBUTE.epoch]: claim.since.epoch,
        [ATTRIBUTE.createdAt]: claim.createdAt,
        [TABLE.ttl]: Math.floor(now() / 1_000) + IDEMPOTENCY_DAYS * 86_400,
      });
    }
  },
});
