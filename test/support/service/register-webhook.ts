import type { Json, Service } from './service';

export async function registerWebhook(service: Service, url: string, addresses: readonly string[], more: Json = {}) {
  const { metadata, ...rest } = more;
  const { status, body } = await service.send('POST', '/v1/webhooks', {
    eventType: 'address_activity',
    url,
    chainId: '31337',
    metadata: { addresses, ...(metadata as Json) },
    ...rest,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return String(body.id);
}
