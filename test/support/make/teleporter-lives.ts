import * as fc from 'fast-check';
import { UNIVERSAL_MESSENGER } from '../../../lambdas/core/contract/teleporter';
import type { EventContents, Fee, TeleporterEvent } from '../../../lambdas/evm/teleporter/domain/events';
import type { MessageContents } from '../../../lambdas/evm/teleporter/domain/message-contents';
import { messageIdByViem } from '../oracles/viem-teleporter';
import { address, hash } from './blocks';
import { aFee, NO_CONTENTS, someContents } from './teleporter';

export const [SOURCE, DESTINATION] = [
  { chainId: '1001', blockchainId: hash(0x51) },
  { chainId: '1002', blockchainId: hash(0x52) },
];

/** In order; a step's index is its time. */
export const STEPS = ['send', 'add', 'resend', 'addMore', 'receive', 'fail', 'execute', 'receipt'] as const;
export type Step = (typeof STEPS)[number];
export type Life = Readonly<Record<Step, TeleporterEvent>>;

/** Block times and numbers differ between the chains. */
export function placed(contents: EventContents, chainId: string, step: number, logIndex = 3): TeleporterEvent {
  const blockNumber = chainId === SOURCE.chainId ? 500 + step : 90 + step;
  return {
    ...{
      messenger: UNIVERSAL_MESSENGER,
      network: 'mainnet',
      chainId,
      blockNumber,
      blockHash: hash(blockNumber),
      logIndex,
    },
    ...{ time: 1_700_000_000 + step, txHash: hash(7_000 + step), gasSpent: String(100_000 + step) },
    ...contents,
  };
}

/** The fee is raised twice, before and after the second sending. */
export function getLife(message: MessageContents, fees: readonly [sent: Fee, raised: Fee, again: Fee] = FEES): Life {
  const [sourceBlockchainId, destinationBlockchainId] = [SOURCE.blockchainId, DESTINATION.blockchainId];
  const messageId = messageIdByViem(UNIVERSAL_MESSENGER, sourceBlockchainId, destinationBlockchainId, message.nonce);
  const ids = { messageId, sourceBlockchainId, destinationBlockchainId };
  const [sent, raised, again] = fees;
  const at = (step: Step, { chainId }: typeof SOURCE, contents: EventContents) =>
    placed(contents, chainId, STEPS.indexOf(step));
  return {
    send: at('send', SOURCE, { name: 'SendCrossChainMessage', ...ids, message, hasOwnId: true, fee: sent }),
    add: at('add', SOURCE, { name: 'AddFeeAmount', messageId, sourceBlockchainId, fee: raised }),
    resend: at('resend', SOURCE, { name: 'SendCrossChainMessage', ...ids, message, hasOwnId: true, fee: raised }),
    addMore: at('addMore', SOURCE, { name: 'AddFeeAmount', messageId, sourceBlockchainId, fee: again }),
    receive: at('receive', DESTINATION, {
      ...{ name: 'ReceiveCrossChainMessage', ...ids, message, hasOwnId: true },
      ...{ deliverer: address(0xde), rewardRedeemer: address(0xee) },
    }),
    fail: at('fail', DESTINATION, { name: 'MessageExecutionFailed', ...ids }),
    execute: at('execute', DESTINATION, { name: 'MessageExecuted', ...ids }),
    receipt: at('receipt', SOURCE, {
      ...{ name: 'ReceiptReceived', ...ids, fee: again },
      relayerRewardAddress: address(0xee),
    }),
  };
}

const FEES: readonly [Fee, Fee, Fee] = [
  { token: address(0xfe), amount: '10' },
  { token: address(0xfe), amount: '25' },
  { token: address(0xfe), amount: '40' },
];

export const A_LIFE = getLife({ ...NO_CONTENTS, to: address(0xb0), data: '0xabcdef' });
export const someLife: fc.Arbitrary<Life> = fc
  .tuple(someContents, fc.tuple(aFee, aFee, aFee))
  .map(([message, fees]) => getLife(message, fees));
export const someSteps: fc.Arbitrary<readonly Step[]> = fc
  .shuffledSubarray([...STEPS])
  .chain((steps) =>
    steps.length === 0
      ? fc.constant(steps)
      : fc
          .tuple(fc.constant(steps), fc.array(fc.constantFrom(...steps), { maxLength: 4 }), fc.nat())
          .map(([once, again, at]) => once.toSpliced(at % (once.length + 1), 0, ...again)),
  );
