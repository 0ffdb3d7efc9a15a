import type { EndpointUses } from '../../core/contract/endpoint';
import { env } from '../../core/contract/env';
import type { Deps as DepsWith } from '../../core/http/deps';
import { implementWith } from '../../core/http/implement';
import { systemClock } from '../../core/runtime/clock';

const provider = {
  readers: async () => (await import('./shared/readers')).readers,
  clients: {
    deadLetters: async () =>
      (await import('../../webhooks/delivery/dead-letters')).createDeadLetters(env('deadLetters'), systemClock),
  },
};

export type Deps<U extends EndpointUses = EndpointUses> = DepsWith<typeof provider, U>;
export const implement = implementWith(provider);
