import { badRequest } from '../../../core/contract/errors';
import { addressesIn } from '../../../pchain/api/shared/ids';
import { indexedNetwork, isPChainId, notIndexedChain } from '../../../pchain/api/shared/network';
import { EVM_EXPORT, type PrimaryNetworkExportRequest } from '../../contract/schemas';
import type { PrimaryNetworkExport } from '../../domain/operation';
import type { Deps } from '../implement';
import { exportDays } from './export-days';
import { exportedNetwork } from './primary-network-export-network';

/**
 * What a request asks to export of a primary network, with its P-chain pinned to what readers see. Throws 400 with the
 * field's name, and 503 before the index has begun.
 */
export async function primaryNetworkExport(
  deps: Deps<{ reads: ['Cursor', 'PNetwork', 'PBlock'] }>,
  body: PrimaryNetworkExportRequest,
  maxRows: number,
): Promise<PrimaryNetworkExport> {
  const days = exportDays(deps, body);
  const { addresses: texts = [], cChainEvmAddresses = [], includeChains } = body.options;
  if (includeChains.length === 0) throw badRequest('options.includeChains', 'must name at least one chain: p-chain');
  for (const chain of includeChains)
    if (!isPChainId(chain)) throw badRequest('options.includeChains', notIndexedChain(chain));
  if (cChainEvmAddresses.length > 0)
    throw badRequest(
      'options.cChainEvmAddresses',
      `must be absent or empty: what they did on the C-chain is an export of the type ${EVM_EXPORT}`,
    );
  const name = await exportedNetwork(deps, texts, body.network);
  const { network, facts, cursor, head } = await indexedNetwork(deps, name);
  if (cursor.start > 0)
    throw badRequest(
      'options.includeChains',
      `an export needs all blocks, and the index of the P-chain of ${network} begins with block ${cursor.start}`,
    );
  const addresses = addressesIn('options.addresses', texts, facts.hrp);
  // Read after the cursor: a block whose state was lost is noted before the cursor passes it.
  const lost = (await deps.PNetwork.lost(network)) ?? Number.POSITIVE_INFINITY;
  const to = Math.min(head, lost - 1);
  const toTime = to < 0 ? 0 : ((await deps.PBlock.byNumber(network, to))?.time ?? cursor.time);
  return {
    kind: 'primary network',
    network,
    addresses,
    ...days,
    to,
    toTime,
    ...(to < head ? { isCutByLostState: true } : {}),
    gzip: body.compression === 'gzip',
    maxRows,
  };
}
