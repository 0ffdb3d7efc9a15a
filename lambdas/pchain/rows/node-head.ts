import { key } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import type { Table } from '../../core/table/table';
import { ABSENT, notHeld } from '../../core/table/update';
import { NODE_TIMEOUT_MS } from '../contract/rpc-limits';
import type { RpcOutcome } from '../domain/json-rpc/answer';

/** A function that died while it asked the node holds the others up for this much longer, ms. */
export const CLAIM_MARGIN_MS = 500;
const MAX_CLAIM_MS = NODE_TIMEOUT_MS + CLAIM_MARGIN_MS;

/** What the node of a P-chain said last. Times in Unix ms. */
export interface NodeHead {
  /** When it said so. */
  readonly answeredAt: number;
  /** Decimal digits; absent where the node does not tell. */
  readonly height?: string;
  /** What it said of the validator fee state, as JSON text. */
  readonly feeState: RpcOutcome;
}
/** The record of a network's node, which all functions share. Times in Unix ms. */
export interface NodeRecord {
  readonly head?: NodeHead;
  /** The node did not answer when it was asked last. */
  readonly failed?: { readonly at: number; readonly message: string };
}

const toKey = (network: string) => ({
  pk: key(entities.NodeHead.pk, { network }),
  sk: key(entities.NodeHead.sk, {}),
});
/** The version rises with each outcome; `until`: whoever asks the node has until then. */
const [VERSION, UNTIL] = ['v', 'until'] as const;

const isAt = (version: number) => ({ [VERSION]: version === 0 ? ABSENT : version });

type Item = Partial<Record<typeof VERSION | typeof UNTIL, number>> & NodeRecord;

/** Reads what the nodes of P-chains said last. */
export const nodeHeadReader = (table: Pick<Table, 'get'>) => ({
  /** Consistent: who waits for another's question must see its outcome. */
  async read(network: string): Promise<NodeRecord & { readonly version: number }> {
    const { [VERSION]: version = 0, head, failed } = ((await table.get(toKey(network), true)) ?? {}) as Item;
    return { version, ...(head ? { head } : {}), ...(failed ? { failed } : {}) };
  },
});

/** Writes what they say. */
export const nodeHeadWriter = (table: Pick<Table, 'changeIf'>) => ({
  /**
   * Whether the caller is the one to ask the node: nobody else asks, nor has since the record was read. `ms`: how long
   * the claim lasts, at most MAX_CLAIM_MS. `now`: Unix ms.
   */
  claim: (network: string, version: number, now: number, ms: number): Promise<boolean> =>
    table.changeIf(
      toKey(network),
      { set: { [UNTIL]: now + ms } },
      [ABSENT, ...notHeld(now, MAX_CLAIM_MS)].map((until) => ({ ...isAt(version), [UNTIL]: until })),
    ),
  /**
   * The outcome of a question that was claimed at a version; ends the claim. A failure keeps the last head. Another may
   * have asked since, if this took longer than the claim: then nothing is written.
   */
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
