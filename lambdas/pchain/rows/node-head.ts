import { key } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import type { Table } from '../../core/table/table';
import { ABSENT, notHeld } from '../../core/table/update';
import { NODE_TIMEOUT_MS } from '../contract/rpc-limits';
import type { RpcOutcome } from '../domain/json-rpc/answer';

/** How much longer than the node's timeout a dead function's claim lasts. */
export const CLAIM_MARGIN_MS = 500;
const MAX_CLAIM_MS = NODE_TIMEOUT_MS + CLAIM_MARGIN_MS;

/** Times in Unix ms. */
export interface NodeHead {
  readonly answeredAt: number;
  /** Decimal digits; absent if the node does not report it. */
  readonly height?: string;
  readonly feeState: RpcOutcome;
}
export interface NodeRecord {
  readonly head?: NodeHead;
  /** Set if the last poll failed. Unix ms. */
  readonly failed?: { readonly at: number; readonly message: string };
}

const toKey = (network: string) => ({
  pk: key(entities.NodeHead.pk, { network }),
  sk: key(entities.NodeHead.sk, {}),
});
/** The version increments with each outcome. `until`: expiry of the current claim, Unix ms. */
const [VERSION, UNTIL] = ['v', 'until'] as const;

const isAt = (version: number) => ({ [VERSION]: version === 0 ? ABSENT : version });

type Item = Partial<Record<typeof VERSION | typeof UNTIL, number>> & NodeRecord;

export const nodeHeadReader = (table: Pick<Table, 'get'>) => ({
  /** Strongly consistent: a function waiting for another's poll must see its outcome. */
  async read(network: string): Promise<NodeRecord & { readonly version: number }> {
    const { [VERSION]: version = 0, head, failed } = ((await table.get(toKey(network), true)) ?? {}) as Item;
    return { version, ...(head ? { head } : {}), ...(failed ? { failed } : {}) };
  },
});

export const nodeHeadWriter = (table: Pick<Table, 'changeIf'>) => ({
  /** false if another function holds a claim, or polled after `version`. `now`: Unix ms. */
  claim: (network: string, version: number, now: number, ms: number): Promise<boolean> =>
    table.changeIf(
      toKey(network),
      { set: { [UNTIL]: now + ms } },
      [ABSENT, ...notHeld(now, MAX_CLAIM_MS)].map((until) => ({ ...isAt(version), [UNTIL]: until })),
    ),
  /** A failure keeps the last head. A no-op if another function has polled since the claim. */
  async settle(
    network: string,
    version: number,
    outcome: Required<Pick<NodeRecord, 'head'>> | Required<Pick<NodeRecord, 'failed'>>,
  ) {
    const failed = 'failed' in outcome ? outcome.failed : undefined;
    const head = 'head' in outcome ? { head: outcome.head } : {};
    const changes = { set: { ...head, failed, [UNTIL]: undefined, [VERSION]: version + 1 } };
    await table.changeIf(toKey(network), changes, isAt(version));
  },
});
