import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { callKey, PRIMARY_NETWORK } from '../../../demo/p-chain/calls';
import { loadRecording } from '../../../demo/p-chain/recording';
import { HUGE, SUBNET, smallRecording } from './small-recording';

test('a saved recording is loaded unchanged', () => {
  const { path, recording } = smallRecording();
  const loaded = loadRecording(path);
  expect(loaded.lines()).toEqual(recording.lines());
  expect(loaded.header).toEqual({ format: 1, node: 'avalanchego/1.14.0', networkId: 1337, recordedAt: 1_795_000_000 });
  expect(loaded.lines()[1]).toBe(
    '{"height":10,"key":"info.getNodeVersion {}","text":"{\\"version\\":\\"avalanchego/1.14.0\\"}"}',
  );
});

test('only changes are stored, and a height gets the newest answer at or below it', () => {
  const { recording } = smallRecording();
  const key = 'platform.getHeight {}';
  const size = recording.size;
  recording.add(14, key, { text: '{"height":"13"}' });
  expect(recording.size).toBe(size);
  recording.add(15, key, { error: '{"height":"13"}' });
  expect(recording.size).toBe(size + 1);
  expect(recording.at(key, 9)).toBeUndefined();
  expect(recording.at(key, 12)).toEqual({ height: 11, text: '{"height":"11"}' });
  expect(recording.at(key, 14)).toEqual({ height: 13, text: '{"height":"13"}' });
  expect(recording.at(key, 99)).toEqual({ height: 15, error: '{"height":"13"}' });
  expect(recording.of('platform.getValidatorFeeState {}').at(-1)).toMatchObject({
    text: expect.stringContaining(`"excess":${HUGE}`),
  });
});

test('a file of another format is rejected', () => {
  const { path } = smallRecording();
  writeFileSync(path, gzipSync('{"format":2}\n'));
  expect(() => loadRecording(path)).toThrow(`${path} has format 2: only format 1 is supported.`);
});

test('the key of a call has sorted parameters without the defaults of the node', () => {
  expect(callKey('platform.getTx', { txID: SUBNET, encoding: 'json' })).toBe(
    `platform.getTx {"encoding":"json","txID":"${SUBNET}"}`,
  );
  expect(callKey('platform.getTx', { encoding: 'hex', txID: SUBNET })).toBe(`platform.getTx {"txID":"${SUBNET}"}`);
  expect(callKey('platform.getCurrentValidators', { nodeIDs: [], subnetID: PRIMARY_NETWORK })).toBe(
    'platform.getCurrentValidators {}',
  );
});
