import * as fc from 'fast-check';
import { toMessageId } from '../../../../lambdas/evm/teleporter/domain/message-id';
import { runs } from '../../../support/full';
import { anAddress, anAmount, anId } from '../../../support/make/teleporter';
import { messageIdByViem } from '../../../support/oracles/viem-teleporter';

describe('toMessageId', () => {
  test('a message id equals viem’s hash of messenger, source, destination and nonce', () => {
    void fc.assert(
      fc.property(anAddress, anId, anId, anAmount, (...inputs) => {
        expect(toMessageId(...inputs)).toBe(messageIdByViem(...inputs));
      }),
      runs(100),
    );
  });

  test('the id of a real C-chain message is reproduced', () => {
    const id = toMessageId(
      '0x253b2784c75e510dd0ff1da844684a1ac0aa5fcf',
      '0x0427d4b22a2a78bcddd456742caf91b56badbff985ee19aef14573e7343fd652',
      '0x898b8aa8353f2b79ee1de07c36474fcee339003d90fa06ea3a90d9e88b7d7c33',
      String(0x986fd),
    );
    expect(id).toBe('0x72ced5dbb39259ab9f6d40c12e4987e8cdbcb24a6ea463b71cc167649685f27e');
  });
});
