import type { ContractVersion } from '../../../lambdas/core/contract/contract-version';
import { expectedTransactions } from '../../support/pchain/expected/transactions';
import { RECORDINGS } from '../../support/pchain/recorded';
import { pChainWebhooks } from '../../support/pchain/webhooks';
import { indexedTo } from '../../support/pchain/world';

const TYPE = 'AddAutoRenewedValidatorTx';

test.each<[ContractVersion, string]>([
  ['2026-05', 'UNKNOWN'],
  ['2026-09', TYPE],
])('messages of contract version %s show an auto-renewed validator transaction as %s', async (version, name) => {
  const net = await indexedTo(RECORDINGS[0]);
  const tx = expectedTransactions(net.recorded.recording, 'made').find(({ txType }) => txType === TYPE);
  const { nodeId = '', rewardAddresses = [], blockNumber } = tx ?? {};
  const webhooks = await pChainWebhooks(net, 0, version);
  await webhooks.watchValidators(nodeId, ['validator_stake']);
  const owners = tx?.emittedUtxos.flatMap(({ addresses = [] }) => addresses) ?? [];
  await webhooks.watchAddresses([...new Set([...rewardAddresses, ...owners])], ['balance_change']);
  const sent = await webhooks.matchAndSend(Number(blockNumber));
  expect(new Set(sent.map(({ eventType }) => eventType))).toEqual(
    new Set(['validator_activity', 'primary_network_address_activity']),
  );
  for (const { event } of sent)
    expect(event.transaction).toMatchObject({ txHash: tx?.txHash, txType: name, period: tx?.period });
});
