import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Answer, Recording, saveRecording } from '../../../demo/p-chain/recording';

/** A subnet of the recording, from height 11. */
export const SUBNET = '2DeHa7Qb6sufPkmQcFWG2uCd4pBPv9WB6dkzroiMQhd1NSRtof';
/** Larger than a double can hold: `JSON.parse` would round it to 18446744073709552000. */
export const HUGE = '18446744073709551615';

/** Four heights from 10. The fee moves at 12, which the recorder missed because 13 followed at once. */
export function smallRecording(): { path: string; recording: Recording } {
  const recording = new Recording({
    format: 1,
    node: 'avalanchego/1.14.0',
    networkId: 1337,
    recordedAt: 1_795_000_000,
  });
  const add = (height: number, call: string, text: string) => recording.add(height, `platform.${call}`, { text });
  recording.add(10, 'info.getNodeVersion {}', { text: '{"version":"avalanchego/1.14.0"}' });
  recording.add(10, 'info.getNetworkID {}', { text: '{"networkID":"1337"}' });
  for (const height of [10, 11, 13]) add(height, 'getHeight {}', `{"height":"${height}"}`);
  add(10, 'getValidatorFeeState {}', feeState('0', '512', 0));
  add(11, 'getValidatorFeeState {}', feeState('0', '512', 1));
  add(13, 'getValidatorFeeState {}', feeState(HUGE, HUGE, 5));
  for (let height = 10; height <= 13; height++)
    add(height, `getBlockByHeight {"height":"${height}"}`, `{"block":"0x${height}","encoding":"hex"}`);
  add(10, 'getBlockByHeight {"encoding":"json","height":"10"}', '{"block":{"height":10},"encoding":"json"}');
  add(10, 'getValidatorsAt {}', '{"NodeID-a":{"publicKey":null,"weight":"1"}}');
  add(13, 'getValidatorsAt {}', '{"NodeID-a":{"publicKey":null,"weight":"2"}}');
  add(11, `getSubnet {"subnetID":"${SUBNET}"}`, '{"isPermissioned":true}');
  recording.add(13, `platform.getL1Validator {"validationID":"${SUBNET}"}`, gone);
  const path = join(mkdtempSync(join(tmpdir(), 'recording-')), 'small.jsonl.gz');
  saveRecording(path, recording);
  return { path, recording };
}

const gone: Answer = { error: '{"code":-32000,"message":"recorded refusal","data":null}' };
const feeState = (excess: string, price: string, second: number) =>
  `{"excess":${excess},"price":${price},"timestamp":"2026-11-23T04:52:0${second}Z"}`;
