import { setTimeout as sleep } from 'node:timers/promises';
import { type Call, CHAIN } from './calls';

/** Webhooks, secrets, exports and the other requests that are no GET, in an order that works. */
export async function recordWrites(call: Call, url: string): Promise<void> {
  const { transactions } = await call<{ transactions: { from: { address: string } }[] }>('listLatestTransactions', {
    params: { chainId: CHAIN },
  });
  const addresses = [...new Set(transactions.map(({ from }) => from.address))].slice(0, 2);
  const other = '0x71c7656ec7ab88b098defb751b7401b5f6d8976f';
  const body = { eventType: 'address_activity', chainId: CHAIN, url, metadata: { addresses }, name: 'treasury' };
  const { id } = await call<{ id: string }>('createWebhook', { body });
  const params = { id };
  await call('addAddressesToWebhook', { params, body: { addresses: [other] } });
  await call('getAddressesFromWebhook', { params });
  await call('removeAddressesFromWebhook', { params, body: { addresses: [other] } });
  await call('updateWebhook', { params, body: { description: 'Deposits to the treasury.' } });
  await call('getSharedSecret');
  await call('generateOrRotateSharedSecret');
  await call('generateOrRotateWebhookSecret', { params });
  await call('getWebhookSecret', { params });
  await call('removeWebhookSecret', { params });
  await call('testWebhook', { params });
  console.log('Waiting for messages and their attempts…');
  await sleep(8_000);
  const { messages } = await call<{ messages: { messageId: string; attempts: unknown[] }[] }>('listWebhookMessages', {
    params,
    query: { status: 'delivered' },
  });
  await call('replayMessage', { params: { id, messageId: messages.at(-1)?.messageId ?? '' } });
  await call('replayMessages', { params, body: { fromBlock: 1 } });
  await call('getWebhookFeed', { params, query: { limit: '1' } });
  await call('getWebhookStats', { params });
  await call('getWebhook', { params });
  await call('listWebhooks');
  await call('deactivateWebhook', { params });
  const options = { addresses, includeChains: [CHAIN] };
  const first = await call<{ operationId: string }>('exportTransactions', {
    body: { type: 'TRANSACTION_EXPORT_EVM', options },
  });
  await call('cancelOperation', { params: { operationId: first.operationId } });
  const { operationId } = await call<{ operationId: string }>('exportTransactions', {
    body: { type: 'TRANSACTION_EXPORT_EVM', options },
  });
  for (let status = 'RUNNING'; status === 'RUNNING'; await sleep(500))
    status = (await call<{ operationStatus: string }>('getOperation', { params: { operationId } })).operationStatus;
  await call('listOperations');
  const query = { chainid: CHAIN, module: 'account', action: 'balance', address: addresses[0] ?? '' };
  await call('callEtherscan', { query });
  await call('postEtherscan', { query });
  await call('callMcp', {
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'supportedChains', arguments: {} } },
  });
}
