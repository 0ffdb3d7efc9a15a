import { type ReplayNode, startReplayNode } from '../../demo/p-chain/replay-node';
import { ValidatorActivityMessage } from '../../lambdas/webhooks/kinds/validator-activity/contract/message';
import { FULL } from '../support/full';
import { expectedL1Validators } from '../support/pchain/expected/l1-validators';
import { RECORDINGS, RecordedNetwork } from '../support/pchain/recorded';
import { startReceiver } from '../support/service/receiver';
import { removeFolders, Service, wait } from '../support/service/service';
import { testIf } from '../support/skipping';

const [PATH] = RECORDINGS;
/** All L1 validators of the second one are registered after the first one. */
const [FIRST, LAST] = [14, 31];

let height = FIRST;
let node: ReplayNode;
let service: Service;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  if (!FULL) return;
  node = await startReplayNode({ recording: PATH, fromHeight: 0, startedAt: 0, msPerHeight: 1, now: () => height });
  receiver = await startReceiver();
  service = await new Service({
    webhookLoopback: true,
    chains: [],
    pChains: [{ network: 'recorded', rpcUrl: node.url, index: true, genesis: node.genesis(), pollIntervalMs: 50 }],
  }).start();
});
afterAll(async () => {
  await service?.stop();
  await Promise.all([node?.stop(), receiver?.stop()]);
  removeFolders();
});

testIf(FULL, 'takes two minutes: FULL=1')(
  'a new L1 validator with too few days left is announced without a further block',
  async () => {
    const added = expectedL1Validators(new RecordedNetwork(PATH).recording, LAST).filter((one) => one.active);
    expect(added.length).toBeGreaterThan(1);
    for (const nodeId of new Set(added.map((one) => one.nodeId))) {
      const body = {
        ...{ eventType: 'validator_activity', network: 'recorded', url: receiver.url },
        metadata: {
          ...{ keyType: 'nodeId', keys: [nodeId], runwayDays: [1] },
          subEvents: { validatorActivitySubEvents: ['l1_validator_runway'] },
        },
      };
      expect(await service.send('POST', '/v1/webhooks', body)).toMatchObject({
        status: 201,
        body: { status: 'active' },
      });
    }
    // The first check is the start of the days.
    await wait(75_000);
    height = LAST;
    const late = added.filter(({ runsOutAt = 0 }) => runsOutAt < Date.now() / 1_000);
    expect(late.length).toBeGreaterThan(1);
    await receiver.until(late.length, 100_000);
    const found = receiver.received.map(({ body }) => ValidatorActivityMessage.parse(body).event);
    const shown = found.map((event) => [event.l1Validator?.validationId, event.runway?.runsOutAt, event.blockNumber]);
    expect(shown.toSorted()).toEqual(late.map((one) => [one.validationId, one.runsOutAt, String(LAST)]).toSorted());
  },
);
