import { badRequest } from '../../../core/contract/errors';
import { isPublicLiteral } from '../../../core/domain/public-address';
import type { DeliveryMode } from '../../contract/schemas/webhook-fields';
import type { WebhookRecord } from '../../domain/webhook';
import type { Deps } from '../implement';

interface DeliveryRequest {
  readonly delivery?: DeliveryMode | undefined;
  readonly url?: string | undefined;
}

/** Throws 400. undefined removes a setting of `before`. */
export function deliverySettings(
  deps: Deps,
  { delivery, url }: DeliveryRequest,
  before: Pick<WebhookRecord, 'url' | 'delivery'> = {},
): { readonly url?: string | undefined; readonly delivery?: WebhookRecord['delivery'] | undefined } {
  if ((delivery ?? before.delivery) === 'pull') {
    if (url !== undefined) throw badRequest('url', 'must be absent if delivery is pull');
    return delivery === undefined ? {} : { delivery: 'pull', url };
  }
  if (url !== undefined) checkReceiver(deps, url);
  if ((url ?? before.url) === undefined) throw badRequest('url', 'is required unless delivery is pull');
  return {
    ...(url === undefined ? {} : { url }),
    ...(delivery === undefined ? {} : { delivery: delivery === 'both' ? delivery : undefined }),
  };
}

/** Throws 400. DNS is checked at each delivery, as it may change at any time. */
function checkReceiver({ webhookLoopback }: Deps, text: string): void {
  const url = new URL(text);
  const local =
    webhookLoopback && url.protocol === 'http:' && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (local) return;
  if (url.protocol !== 'https:') throw badRequest('url', 'must be an https URL');
  if (!isPublicLiteral(url.hostname)) throw badRequest('url', `${url.hostname} is not a public address`);
}
