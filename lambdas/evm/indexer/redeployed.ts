import type { Queue } from '../../core/aws/queue';
import { isAhead } from '../../core/domain/stored-time';
import { systemClock } from '../../core/runtime/clock';
import type { Table } from '../../core/table/table';
import type { SeenToken } from '../contract/messages';
import { getDeployments } from '../domain/internal-transactions';
import type { TracedBlock } from '../rows/internal-rows';
import { hasMetadata, readToken, tokenKey } from '../tokens/rows/token-item';

/** Only traces show that a contract redeployed a token (CREATE2). */
export async function queueRedeployed(
  {
    table,
    chainId,
    tokenQueue,
  }: {
    readonly table: Pick<Table, 'batchGet'>;
    readonly chainId: string;
    readonly tokenQueue: Pick<Queue, 'send'>;
  },
  blocks: readonly TracedBlock[],
): Promise<void> {
  const createdAt = new Map(
    blocks.flatMap(({ derived, internalTxs }) =>
      getDeployments(internalTxs).map(({ contract }) => [contract, derived.block.time] as const),
    ),
  );
  if (createdAt.size === 0) return;
  const items = await table.batchGet([...createdAt.keys()].map((contract) => tokenKey(chainId, contract)));
  const now = systemClock();
  const records = items.filter((item) => hasMetadata(item, undefined)).map((item) => readToken(item, now));
  const messages = records
    .filter(({ token, readAt = 0 }) => readAt < (createdAt.get(token) ?? 0) || isAhead(1_000 * readAt, now))
    .map(({ token }): SeenToken => ({ chainId, token, again: 'replace' }));
  await tokenQueue.send(messages);
}
