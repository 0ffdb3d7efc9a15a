import { messageOfTransaction } from '../../../../lambdas/evm/teleporter/domain/transaction-message';
import { A_LIFE, DESTINATION, SOURCE, type Step } from '../../../support/make/teleporter-lives';

const of = (...steps: readonly Step[]) => messageOfTransaction(steps.map((step) => A_LIFE[step]));
const { messageId } = A_LIFE.send;
const [source, destination] = [SOURCE.blockchainId, DESTINATION.blockchainId];
const whole = { messageId, sourceBlockchainId: source, destinationBlockchainId: destination };

describe('messageOfTransaction', () => {
  test.each<[Step, object]>([
    ['send', { ...whole, side: 'source' }],
    ['receive', { ...whole, side: 'destination' }],
    ['execute', { ...whole, side: 'destination' }],
    ['fail', { ...whole, side: 'destination' }],
    ['receipt', { ...whole, side: 'source' }],
    ['add', { messageId, sourceBlockchainId: source, side: 'source' }],
  ])('the message of a transaction is found by its event: %s', (step, expected) => expect(of(step)).toEqual(expected));
  test('a sent or received message takes precedence over one that is only acknowledged', () => {
    const other = { ...A_LIFE.receipt, messageId: 'another' };
    expect(messageOfTransaction([other, A_LIFE.receive, A_LIFE.send])).toEqual({ ...whole, side: 'destination' });
    expect(messageOfTransaction([other, A_LIFE.execute])?.messageId).toBe('another');
  });
  test('a transaction without events has no message', () => expect(of()).toBeUndefined());
});
