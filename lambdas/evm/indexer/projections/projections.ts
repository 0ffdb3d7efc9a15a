import type { Queue } from '../../../core/aws/queue';
import type { Chain } from '../../../core/contract/config';
import type { Table } from '../../../core/table/table';
import type { Blocks } from '../../node/blocks';
import type { StoredTraces } from '../../node/stored-traces';
import { createActivityMarkers } from '../../rows/activity-markers';
import { activity } from './activity';
import { pureProjections } from './facts';
import { gaps } from './gaps';
import { holdings } from './holdings';
import { nfts } from './nfts';
import type { Projection } from './projection';
import { teleporter } from './teleporter';
import { tokens } from './tokens';
import { traces } from './traces';

export interface ProjectionDeps {
  readonly chain: Pick<Chain, 'chainId' | 'network' | 'teleporterMessengers' | 'tokenRefreshSeconds'>;
  readonly table: Table;
  readonly node: Pick<Blocks, 'holdings' | 'holdingsAt'>;
  readonly storedTraces: Pick<StoredTraces, 'find'>; // only rollbacks read it
  readonly tokenQueue: Pick<Queue, 'send'>;
  readonly nftQueue: Pick<Queue, 'send'>;
}

/** Rollbacks follow this order: a projection that reads another's rows must come after it. */
export function getProjections({
  chain,
  table,
  node,
  storedTraces,
  tokenQueue,
  nftQueue,
}: ProjectionDeps): Projection[] {
  const { chainId } = chain;
  const markers = createActivityMarkers(table, chainId);
  const tokenRecords = tokens(table, chain, tokenQueue);
  return [
    ...pureProjections(chain),
    gaps(chainId),
    traces({ table, chain: chainId, stored: storedTraces, markers, forgetTokens: tokenRecords.forget }),
    activity(markers),
    nfts(table, chainId, nftQueue),
    tokenRecords,
    holdings(table, chainId, node),
    teleporter(chain, table),
  ];
}
