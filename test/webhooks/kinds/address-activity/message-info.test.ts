import { toCb58 } from '../../../../lambdas/core/domain/cb58';
import type { BlockMessage } from '../../../../lambdas/webhooks/domain/message';
import type { WebhookRecord } from '../../../../lambdas/webhooks/domain/webhook';
import { createContent } from '../../../../lambdas/webhooks/kinds/address-activity/content';
import type { AddressActivityEvent } from '../../../../lambdas/webhooks/kinds/address-activity/contract/message';
import { aChain, aRawBlock } from '../../../support/make/blocks';
import { teleporterLog } from '../../../support/make/teleporter';
import { A_LIFE, DESTINATION, SOURCE, type Step } from '../../../support/make/teleporter-lives';

const here = aChain({ chainId: SOURCE.chainId });
const there = aChain({ chainId: DESTINATION.chainId, blockchainId: toCb58(DESTINATION.blockchainId) });

/** The event of a transaction with these logs, the second in its block, on the source chain. */
async function getEvent(...steps: readonly Step[]): Promise<AddressActivityEvent> {
  const logs = steps.map((step) => teleporterLog(A_LIFE[step]));
  const other = { from: 1, to: 2, logs: [teleporterLog(A_LIFE.receipt)] };
  const raw = { ...aRawBlock(5, [other, { from: 1, to: 2, logs }]), blockchainId: SOURCE.blockchainId };
  const content = createContent({
    chains: [here, there],
    raw: { get: async () => raw },
    traces: { find: async () => undefined },
    tokens: { find: async () => new Map() },
    watched: { of: async () => [] },
  });
  const message = { block: 5, tx: 1, of: { blockHash: raw.block.hash, txHash: '' } } as unknown as BlockMessage;
  return (await content.body({ chain: here.chainId } as WebhookRecord, message)) as AddressActivityEvent;
}

describe('Teleporter info of address_activity messages', () => {
  test('a message has the ID, direction and chain IDs of the Teleporter message that its transaction sends', async () => {
    expect((await getEvent('send')).teleporterMessageInfo).toEqual({
      ...{ teleporterMessageId: A_LIFE.send.messageId.slice(2), direction: 'SOURCE_TRANSACTION' },
      ...{ sourceChainId: '1001', destinationChainId: '1002' },
    });
  });
  test('a message has no Teleporter info when only other transactions of its block have some', async () => {
    expect(await getEvent()).not.toHaveProperty('teleporterMessageInfo');
  });
});
