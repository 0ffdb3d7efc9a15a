import * as fc from 'fast-check';
import { joinMessage } from '../../../../lambdas/evm/teleporter/domain/join';
import { runs } from '../../../support/full';
import { address, hash } from '../../../support/make/blocks';
import { NO_CONTENTS } from '../../../support/make/teleporter';
import { A_LIFE, DESTINATION, placed, SOURCE, someSteps } from '../../../support/make/teleporter-lives';

describe('a chain with a forged messenger', () => {
  const [CHAIN, ID] = ['1003', hash(0x53)];
  const { messageId } = A_LIFE.send;
  /** Forged events with the id of the message, before and after its own. */
  const forged = [0, 900].flatMap((step) => {
    const from = { messageId, sourceBlockchainId: ID, destinationBlockchainId: DESTINATION.blockchainId };
    const to = { messageId, sourceBlockchainId: SOURCE.blockchainId, destinationBlockchainId: ID };
    const whole = { message: { ...NO_CONTENTS, data: '0x66' }, hasOwnId: false };
    const more = { token: address(0xfe), amount: '999' };
    return [
      { name: 'SendCrossChainMessage', ...from, ...whole, fee: more } as const,
      { name: 'ReceiveCrossChainMessage', ...to, ...whole, deliverer: address(1), rewardRedeemer: address(1) } as const,
      { name: 'MessageExecuted', ...to } as const,
      { name: 'ReceiptReceived', ...from, relayerRewardAddress: address(1), fee: more } as const,
      { name: 'AddFeeAmount', messageId, sourceBlockchainId: ID, fee: more } as const,
    ].map((contents, i) => placed(contents, CHAIN, step, i));
  });

  test('forged events do not change a message with known events of its own', () => {
    const some = fc.subarray(forged);
    void fc.assert(
      fc.property(someSteps, some, (steps, lies) => {
        const own = steps.map((step) => A_LIFE[step]);
        if (joinMessage(own)) expect(joinMessage([...lies, ...own])).toEqual(joinMessage(own));
      }),
      runs(200),
    );
  });

  test('a forged message is shown only while the genuine one is unknown', () => {
    expect(joinMessage(forged)).toMatchObject({ messageId, status: 'pending', sourceBlockchainId: ID });
    const another = { ...A_LIFE.receive, messenger: address(0x70), hasOwnId: false };
    expect(joinMessage([another, A_LIFE.send])).toEqual(joinMessage([A_LIFE.send]));
  });
});
