import { toSpanId, toTraceId } from '../../../lambdas/core/telemetry/ids';

const HASH = '0xf39Fd6e51aad88f6f4ce6ab8827279cfffb92266a1b2c3d4e5f60718293a4b5c';

describe('the trace of a block or an operation', () => {
  test('the trace ID is the first 16 bytes of the hash, or the UUID', () => {
    expect(toTraceId(HASH)).toBe('f39fd6e51aad88f6f4ce6ab8827279cf');
    expect(toTraceId('0198c2f0-7d3a-7c11-9f00-5a6b7c8d9e0f')).toBe('0198c2f07d3a7c119f005a6b7c8d9e0f');
  });
  test('the span ID of a step depends on the block and the step alone', () => {
    expect(toSpanId(HASH, 'index block')).toMatch(/^[0-9a-f]{16}$/);
    expect(toSpanId(HASH, 'index block')).toBe(toSpanId(HASH, 'index block'));
    const others = [toSpanId(HASH, 'index block'), toSpanId(HASH, 'match block'), toSpanId(`${HASH}0`, 'index block')];
    expect(new Set(others).size).toBe(3);
  });
});
