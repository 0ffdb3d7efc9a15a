// Apart from the other endpoints, which would load them.
import * as z from 'zod';
import { endpoint } from '../../core/contract/endpoint';
import { Empty } from '../../core/contract/schemas/fields';
import { Flag } from '../../core/contract/schemas/params';
import { byId, ofOwner } from './of-owner';
import { SharedSecret } from './schemas/webhooks';

/** A query flag: without a body, no content type is needed. */
const rotating = {
  query: z.object({
    immediate: Flag.optional().meta({
      description:
        'true: revoke the previous secret at once instead of signing with both for 24 hours. For a leaked secret; receivers cannot verify messages until they have the new one.',
    }),
  }),
} as const;

export const getSharedSecret = endpoint({
  ...ofOwner,
  method: 'GET',
  id: 'getSharedSecret',
  path: '/v1/webhooks:getSharedSecret',
  summary: 'Get the shared signing secret',
  description: 'Shared by all webhooks of the owner that have no secret of their own. Created on first use.',
  weight: 10,
  uses: { reads: ['WebhookSecret'], writes: ['WebhookSecret'] },
  params: z.object({}),
  response: SharedSecret,
});

export const generateOrRotateSharedSecret = endpoint({
  ...ofOwner,
  ...rotating,
  method: 'POST',
  id: 'generateOrRotateSharedSecret',
  path: '/v1/webhooks:generateOrRotateSharedSecret',
  summary: 'Generate or rotate the shared signing secret',
  description:
    'For 24 hours messages are also signed with the previous secret: x-signature uses the new one, x-signature-previous the old one, webhook-signature both. A second rotation revokes the oldest. `immediate`, an extension of this service, revokes the previous one at once.',
  weight: 20,
  success: 201,
  uses: { reads: ['WebhookSecret'], writes: ['WebhookSecret'] },
  params: z.object({}),
  response: SharedSecret,
});

export const getWebhookSecret = endpoint({
  ...ofOwner,
  ...byId,
  method: 'GET',
  id: 'getWebhookSecret',
  path: '/v1/webhooks/{id}/secret',
  summary: 'Get the signing secret of a webhook',
  description: 'Used instead of the owner’s shared secret. 404 if the webhook has none. An extension of this service.',
  weight: 10,
  uses: { reads: ['Webhook', 'OwnSecret'] },
  response: SharedSecret,
});

export const generateOrRotateWebhookSecret = endpoint({
  ...ofOwner,
  ...byId,
  ...rotating,
  method: 'POST',
  id: 'generateOrRotateWebhookSecret',
  path: '/v1/webhooks/{id}/secret',
  summary: 'Generate or rotate the signing secret of a webhook',
  description:
    'Messages are signed with this secret instead of the owner’s, so that receivers do not share one. For 24 hours they are also signed with the previous secret, which is the owner’s the first time: x-signature uses the new one, x-signature-previous the old one, webhook-signature both. A receiver that checks webhook-signature, or both x-signature and x-signature-previous, keeps accepting messages until it has the new secret. A second rotation revokes the oldest. An extension of this service.',
  weight: 20,
  success: 201,
  uses: { reads: ['Webhook', 'OwnSecret'], writes: ['OwnSecret'] },
  response: SharedSecret,
});

export const removeWebhookSecret = endpoint({
  ...ofOwner,
  ...byId,
  method: 'DELETE',
  id: 'removeWebhookSecret',
  path: '/v1/webhooks/{id}/secret',
  summary: 'Remove the signing secret of a webhook',
  description:
    'Messages are signed with the owner’s shared secret again, at once: give it to the receiver first. No effect if the webhook has no secret of its own. An extension of this service.',
  weight: 20,
  uses: { reads: ['Webhook'], writes: ['OwnSecret'] },
  response: Empty,
});
