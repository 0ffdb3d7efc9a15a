import { type ReplayNode, startReplayNode } from '../../demo/p-chain/replay-node';
import { FULL } from '../support/full';
import { expectedChanges } from '../support/pchain/expected/address-events';
import { getNetwork } from '../support/pchain/expected/network';
import { createTxIds, ownersIn } from '../support/pchain/expected/owned-utxos';
import { expectedValidatorEvents } from '../support/pchain/expected/validator-events';
import { RECORDINGS, RecordedNetwork } from '../support/pchain/recorded';
import { startReceiver } from '../support/service/receiver';
import { type Json, removeFolders, Service, wait } from '../support/service/service';

const [PATH] = RECORDINGS;
/** Blocks up to here are history, without webhook events. */
const FIRST = 5;
/** Steps from a block to its receiver at which a kill must neither lose nor invent messages. */
const STEPS = [
  { name: 'rows', call: 'dynamodb:BatchWriteItem', contains: 'pb#', nth: 1 },
  { name: 'announced', call: 'events:PutEvents', contains: 'p-chain-', nth: 1 },
  { name: 'messages', call: 'dynamodb:TransactWriteItems', contains: 'wm#', nth: 1 },
  { name: 'claimed', call: 'dynamodb:UpdateItem', contains: 'wf#', nth: 1 },
  { name: 'out of the outbox', call: 'dynamodb:BatchWriteItem', contains: 'wq#', nth: 1 },
] as const;
const KILLS = STEPS.flatMap((step) => [
  { ...step, when: 'before' as const },
  { ...step, when: 'after' as const },
]).filter(
  ({ name, when }) => FULL || (name === 'announced' && when === 'after') || (name === 'claimed' && when === 'after'),
);

const NAMES = [
  ...['validator_stake', 'delegator_stake', 'reward_distribution', 'l1_validator_balance_increased'],
  ...['l1_validator_disabled', 'l1_validator_removed'],
];

describe(`the webhooks of a recorded P-Chain, with ${KILLS.length} kills at named steps`, () => {
  const recorded = new RecordedNetwork(PATH);
  const network = getNetwork(recorded.recording);
  let height = FIRST;
  let node: ReplayNode;
  let service: Service;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;

  beforeAll(async () => {
    const replay = { recording: PATH, fromHeight: 0, startedAt: 0, msPerHeight: 1, now: () => height };
    node = await startReplayNode(replay);
    receiver = await startReceiver();
    service = await new Service({
      ...{ chains: [], webhookLoopback: true },
      pChains: [{ network: 'recorded', rpcUrl: node.url, index: true, genesis: node.genesis(), pollIntervalMs: 50 }],
    }).start();
  });
  afterAll(async () => {
    await service?.stop();
    await receiver?.stop();
    await node?.stop();
    removeFolders();
  });

  const register = async (body: Json): Promise<string> => {
    const answer = await service.send('POST', '/v1/webhooks', { url: receiver.url, network: 'recorded', ...body });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return String(answer.body.id);
  };
  const indexed = async (number: number, timeoutMs = 120_000) => {
    for (const end = Date.now() + timeoutMs; ; await wait(20)) {
      const { status } = await service.get(`/v1/networks/recorded/blockchains/p-chain/blocks/${number}`);
      if (status === 200) return;
      if (Date.now() > end) throw new Error(`block ${number} is not indexed: ${status}`);
    }
  };

  test('every address and validator event arrives despite kills, and a repeat has the same ID and content', async () => {
    await indexed(FIRST);
    const owners = ownersIn(network);
    const nodes = [...new Set(expectedValidatorEvents(network).map(({ nodeId }) => nodeId))];
    const watching = new Map<string, string>();
    for (const owner of owners) {
      const subEvents = { addressActivitySubEvents: ['balance_change'] };
      const metadata = { keyType: 'addresses', keys: [owner], subEvents };
      const body = { eventType: 'primary_network_address_activity', chainId: 'p-chain', metadata };
      watching.set(await register(body), owner);
    }
    for (const key of nodes) {
      const metadata = { keyType: 'nodeId', keys: [key], subEvents: { validatorActivitySubEvents: NAMES } };
      watching.set(await register({ eventType: 'validator_activity', metadata }), key);
    }

    // Owners that only signatures reveal are left out: the recording does not have them.
    const openTxs = createTxIds(network);
    const expected = [
      ...expectedChanges(network).map((one) => ({ ...one, key: one.address, name: 'balance_change', id: '' })),
      ...expectedValidatorEvents(network).map((one) => ({ ...one, key: one.nodeId, id: one.validationId ?? '' })),
    ]
      .filter((one) => one.height > FIRST && !openTxs.has(one.txHash ?? ''))
      .map((one) => `${one.height} ${one.key} ${one.name} ${one.txHash ?? ''} ${one.id}`);
    const told = () =>
      receiver.received
        .map(({ body }) => body)
        .map(({ webhookId, event }) => {
          const { transaction, l1Validator } = event as Record<string, Json | undefined>;
          const txHash = String(transaction?.txHash ?? '');
          const place = `${event.blockNumber} ${watching.get(webhookId)} ${event.eventType} ${txHash}`;
          return { txHash, name: `${place} ${l1Validator?.validationId ?? ''}` };
        })
        .filter(({ txHash }) => !openTxs.has(txHash))
        .map(({ name }) => name);

    /** Created messages that have not arrived. */
    const unsent = async (): Promise<Json[]> => {
      const lists = [...watching.keys()].map((id) => service.all(`/v1/webhooks/${id}/messages`, 'messages', 100));
      return (await Promise.all(lists)).flat().filter(({ status }) => status !== 'delivered');
    };
    const blocks = Math.ceil((recorded.last - FIRST) / (KILLS.length + 1));
    const fell: Record<string, number> = {};
    for (const { name, ...step } of KILLS) {
      await service.breakAt(step);
      height += blocks;
      expect([name, step.when, await service.endedWithin(120_000)]).toEqual([name, step.when, true]);
      fell[`${step.when} ${name}`] = 1;
      await service.start();
    }
    console.info({ message: 'kills of a P-chain with webhooks', fell });
    height = recorded.last;
    await indexed(recorded.last);
    // A message interrupted by two kills is retried after more than a minute, and its webhook is swept each minute. The same
    // holds for one that had arrived when its sender was killed.
    const isWhole = async () => new Set(told()).size >= expected.length && (await unsent()).length === 0;
    for (const end = Date.now() + 300_000; Date.now() < end && !(await isWhole()); ) await wait(1_000);
    expect(await unsent()).toEqual([]);
    expect([...new Set(told())].toSorted()).toEqual(expected.toSorted());
    expect(expected.length).toBeGreaterThan(100);
    // A message in flight at a kill is repeated with the same ID and content.
    const events = Map.groupBy(receiver.received, ({ body }) => body.messageId);
    for (const [id, all] of events)
      expect([id, new Set(all.map(({ body }) => JSON.stringify(body.event))).size]).toEqual([id, 1]);
    expect(told().length - new Set(told()).size).toBe(receiver.received.length - events.size);
  });
});
