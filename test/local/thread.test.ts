import { startThread } from '../../local/thread';

const started = (onLost: (reason: string) => void) =>
  startThread(new URL('./support/ending/thread.ts', import.meta.url), {}, onLost);

describe('runner thread', () => {
  test('a thread that ends by itself is reported once, and its calls fail', async () => {
    const onLost = jest.fn();
    const thread = started(onLost);
    expect(await thread.call('name')).toBe('ending');
    await expect(thread.call('end')).rejects.toThrow('has stopped');
    await expect(thread.call('name')).rejects.toThrow('has stopped');
    expect(onLost.mock.calls).toEqual([[expect.stringContaining('has stopped')]]);
  });
  test('a thread that is stopped is not reported', async () => {
    const onLost = jest.fn();
    const thread = started(onLost);
    await thread.call('name');
    await thread.stop();
    expect(onLost).not.toHaveBeenCalled();
  });
});
