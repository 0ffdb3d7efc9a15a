import { badRequest } from '../../../core/contract/errors';
import { addressesIn } from '../../../pchain/api/shared/ids';
import { indexedNetwork, isPChainId, notIndexedChain } from '../../../pchain/api/shared/network';
import { EVM_EXPORT, type PrimaryNetworkExportRequest } from '../../contract/schemas';
import type { PrimaryNetworkExport } from '../../domain/operation';
import type { Deps } from '../implement';
import { exportDays } from './export-days';
import { exportedNetwork } from './primary-network-export-network';

/** Throws 400 with the field's name, and 503 if the P-Chain is not indexed yet. */
export async function primaryNetworkExport(
  deps: Deps<{ reads: ['Cursor', 'PNetwork', 'PBlock'] }>,
  body: PrimaryNetworkExportRequest,
  maxRows: number,
): Promise<PrimaryNetworkExport> {
  const days = exportDays(deps, body);
  const { addresses: texts = [], cChainEvmAddresses = [], includeChains } = body.options;
  if (includeChains.length === 0) throw badRequest('options.includeChains', 'must have at least one chain: p-chain');
  for (const chain of includeChains)
    if (!isPChainId(chain)) throw badRequest('options.includeChains', notIndexedChain(chain));
  if (cChainEvmAddresses.length > 0)
    throw badRequest(
      'options.cChainEvmAddresses',
      `must be absent or empty; use the type ${EVM_EXPORT} for C-Chain activity`,
    );
  const name = await exportedNetwork(deps, texts, body.network);
  const { network, facts, cursor, head } = await indexedNetwork(deps, name);
  if (cursor.start > 0)
    throw badRequest(
      'options.includeChains',
      `exports need all blocks, but the P-Chain of ${network} is indexed from block ${cursor.start}`,
    );
  const addresses = addressesIn('options.addresses', texts, facts.hrp);
  // Read after the cursor: the first block with lost state is recorded before the cursor passes it.
  const divergedAt = (await deps.PNetwork.divergedAt(network, cursor.second)) ?? Number.POSITIVE_INFINITY;
  const to = Math.min(head, divergedAt - 1);
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
