import type { DueEvent } from '../../../lambdas/chain/contract/events';
import type { ContractVersion } from '../../../lambdas/core/contract/contract-version';
import { handler as create } from '../../../lambdas/webhooks/api/create-webhook';
import { handler as update } from '../../../lambdas/webhooks/api/update-webhook';
import { deliver } from '../../../lambdas/webhooks/delivery/deliver';
import { createKinds } from '../../../lambdas/webhooks/kinds/kinds';
import type { PrimaryNetworkAddressEvent } from '../../../lambdas/webhooks/kinds/primary-network-address-activity/contract/message';
import type { ValidatorActivityEvent } from '../../../lambdas/webhooks/kinds/validator-activity/contract/message';
import { added, due, matchRest } from '../../../lambdas/webhooks/matching/matcher';
import { call } from '../endpoints/call';
import { matcherDeps } from '../endpoints/matcher';
import { aRun, senderDeps } from '../endpoints/sender';
import { PRO } from '../endpoints/webhooks';
import { type indexedNetwork, NETWORK } from './indexed';
import { primaryDeps } from './world';

export interface Sent {
  readonly webhookId: string;
  readonly messageId: string;
  readonly eventType: string;
  readonly event: Omit<PrimaryNetworkAddressEvent, 'eventType' | 'threshold'> &
    Omit<ValidatorActivityEvent, 'eventType' | 'threshold'> & {
      readonly eventType: (PrimaryNetworkAddressEvent | ValidatorActivityEvent)['eventType'];
      readonly threshold?: ValidatorActivityEvent['threshold'];
    };
}

type Net = Pick<Awaited<ReturnType<typeof indexedNetwork>>, 'table' | 'pChain' | 'snapshots' | 'events'>;

/** `at`: new webhooks start after this block. */
export async function pChainWebhooks(net: Net, at: number, contractVersion?: ContractVersion) {
  const { table } = net;
  const { deps } = await primaryDeps(net, at, contractVersion);
  const open = () => {
    const kinds = createKinds({
      table,
      bucket: 'none',
      chains: [],
      contractVersion: deps.contractVersion,
      now: deps.now,
    });
    return { kinds, ...matcherDeps(deps, table, kinds) };
  };
  let { kinds, own: matcher, sent: queued, later } = open();
  const { own: sender, posted } = senderDeps(deps, table, () => ({ statusCode: 200 }), { now: deps.now() });
  const registered: string[] = [];
  const register = async (body: object): Promise<string> => {
    const answer = await call(create, deps, {
      caller: PRO,
      body: { url: 'https://example.com/hook', network: NETWORK, ...body },
    });
    if (answer.status !== 201) throw new Error(answer.text);
    registered.push(String(answer.body.id));
    return String(answer.body.id);
  };
  const send = async (): Promise<Sent[]> => {
    for (const delivery of queued.splice(0)) await deliver({ ...sender, kinds }, delivery, aRun(sender));
    return posted.splice(0).map(({ body }) => JSON.parse(body) as Sent);
  };
  return {
    ...{ deps, table },
    async matchDue(event: DueEvent): Promise<Sent[]> {
      await due(matcher, event);
      return send();
    },
    async turnOff(): Promise<void> {
      for (const id of registered)
        await call(update, deps, { params: { id }, body: { status: 'inactive' }, caller: PRO });
    },
    watchAddresses: (keys: readonly string[], addressActivitySubEvents: readonly string[], more: object = {}) =>
      register({
        ...{ eventType: 'primary_network_address_activity', chainId: 'p-chain' },
        metadata: { keyType: 'addresses', keys, subEvents: { addressActivitySubEvents }, ...more },
      }),
    watchValidators: (key: string, validatorActivitySubEvents: readonly string[], more: object = {}) =>
      register({
        eventType: 'validator_activity',
        metadata: {
          ...{ keyType: key.startsWith('NodeID-') ? 'nodeId' : 'subnetId', keys: [key] },
          ...{ subEvents: { validatorActivitySubEvents }, ...more },
        },
      }),
    restart(): void {
      ({ kinds, own: matcher, sent: queued, later } = open());
    },
    async matchAndSend(height: number): Promise<Sent[]> {
      const event = net.events.find(({ number }) => number === height);
      if (!event) throw new Error(`block ${height} was not announced`);
      await added(matcher, event);
      for (let rest = later.shift(); rest; rest = later.shift()) {
        const { matchRest: part } = rest.message as { matchRest?: Parameters<typeof matchRest>[1] };
        if (!part) throw new Error('the matcher left something else to itself');
        await matchRest(matcher, part);
      }
      return send();
    },
  };
}
