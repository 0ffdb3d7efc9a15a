import { handler as create } from '../../../lambdas/webhooks/api/create-webhook';
import { call } from '../../support/endpoints/call';
import { PRO } from '../../support/endpoints/webhooks';
import { expectedChanges } from '../../support/pchain/expected/address-events';
import { getNetwork } from '../../support/pchain/expected/network';
import { createTxIds, ownersIn } from '../../support/pchain/expected/owned-utxos';
import { expectedValidatorEvents, l1BalancesAt, recordedSteps } from '../../support/pchain/expected/validator-events';
import { indexedNetwork, NETWORK } from '../../support/pchain/indexed';
import { RECORDINGS } from '../../support/pchain/recorded';
import { pChainWebhooks, type Sent } from '../../support/pchain/webhooks';

const [PATH] = RECORDINGS;
/** L1s exist at this height, and some of their validators run out of balance later. */
const FROM = 60;

describe('webhooks of a P-Chain indexed from the head', () => {
  let net: Awaited<ReturnType<typeof indexedNetwork>>;
  let webhooks: Awaited<ReturnType<typeof pChainWebhooks>>;
  const later: number[] = [];
  beforeAll(async () => {
    net = await indexedNetwork(PATH, { start: 'head', oldDurango: true });
    await net.followTo(FROM);
    webhooks = await pChainWebhooks(net, FROM);
    await net.followTo(net.recorded.last);
    later.push(...net.events.map(({ number }) => number).filter((number) => number > FROM));
  });
  afterAll(() => net.stop());

  const sentFor = async (): Promise<(Sent & { height: number })[]> => {
    const sent: (Sent & { height: number })[] = [];
    for (const height of later)
      for (const message of await webhooks.matchAndSend(height)) sent.push({ ...message, height });
    await webhooks.turnOff();
    return sent;
  };

  test('a webhook receives the events of validators older than the index', async () => {
    const network = getNetwork(net.recorded.recording);
    const expected = expectedValidatorEvents(network).filter(({ height }) => height > FROM);
    const names = [...new Set(expected.map(({ name }) => name))];
    for (const subnet of new Set(expected.map(({ subnetId }) => subnetId)))
      await webhooks.watchValidators(subnet, names);
    const received = (await sentFor()).map(
      ({ height, event }) => `${height} ${event.eventType} ${event.nodeId} ${event.transaction?.txHash ?? ''}`,
    );
    const wanted = expected.map(({ height, name, nodeId, txHash = '' }) => `${height} ${name} ${nodeId} ${txHash}`);
    expect(received.toSorted()).toEqual(wanted.toSorted());
    expect(received.length).toBeGreaterThan(20);
  });

  test('a webhook receives an event when an L1 balance older than the index falls below its threshold', async () => {
    const network = getNetwork(net.recorded.recording);
    const subnets = [...new Set(expectedValidatorEvents(network).map(({ subnetId }) => subnetId))];
    for (const subnet of subnets)
      await webhooks.watchValidators(subnet, ['l1_validator_balance_threshold'], {
        l1ValidatorFeeBalanceThreshold: '1',
      });
    const received = (await sentFor()).map(({ height, event }) => `${height} ${event.l1Validator?.validationId}`);
    const wanted = recordedSteps(network).flatMap(({ before, height }) => {
      if (height <= FROM) return [];
      const [was, is] = [l1BalancesAt(network, before), l1BalancesAt(network, height)];
      return [...was].flatMap(([id, balance]) => (balance > 0 && !is.get(id) ? [`${height} ${id}`] : []));
    });
    expect(received.toSorted()).toEqual(wanted.toSorted());
    expect(received.length).toBeGreaterThan(1);
  });

  test('an address event has no balances, and a balance threshold is rejected with 400', async () => {
    const network = getNetwork(net.recorded.recording);
    const owners = ownersIn(network);
    const ownerOf = new Map<string, string>();
    for (const owner of owners) ownerOf.set(await webhooks.watchAddresses([owner], ['balance_change']), owner);
    const openTxs = createTxIds(network);
    const received = (await sentFor()).map(({ webhookId, height, event }) => {
      expect(event).not.toHaveProperty('balances');
      return {
        name: `${height} ${ownerOf.get(webhookId)} ${event.transaction?.txHash}`,
        tx: event.transaction?.txHash,
      };
    });
    const wanted = expectedChanges(network).filter(({ height, txHash }) => height > FROM && !openTxs.has(txHash));
    const names = received.filter(({ tx = '' }) => !openTxs.has(tx)).map(({ name }) => name);
    expect(names.toSorted()).toEqual(wanted.map((one) => `${one.height} ${one.address} ${one.txHash}`).toSorted());
    expect(names.length).toBeGreaterThan(20);
    const { status, body } = await call(create, webhooks.deps, {
      caller: PRO,
      body: {
        ...{ eventType: 'primary_network_address_activity', url: 'https://example.com/', network: NETWORK },
        chainId: 'p-chain',
        metadata: {
          ...{ keyType: 'addresses', keys: owners.slice(0, 1) },
          subEvents: { addressActivitySubEvents: ['balance_threshold'] },
          balanceThresholdFilter: { balanceType: 'unlockedUnstaked', balanceThreshold: '1' },
        },
      },
    });
    expect([status, body.message]).toEqual([
      400,
      `metadata.subEvents: balance_threshold is not available on ${NETWORK}: balances need all blocks, and the index begins at block ${FROM}`,
    ]);
  });
});
