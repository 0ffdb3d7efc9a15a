import { createHash } from 'node:crypto';
import { idOfCb58 } from '../../lambdas/core/domain/cb58';
import { blockCodec, decodeBlock } from '../../lambdas/pchain/domain/codec/block';
import type { Of } from '../../lambdas/pchain/domain/codec/codec';
import { signedTx } from '../../lambdas/pchain/domain/codec/tx';
import { callKey } from './calls';
import type { Recording } from './recording';

const sha256 = (digits: string): string => createHash('sha256').update(digits, 'hex').digest('hex');

/** Chain time stands still, so recorded state stays valid. @throws Error if there are no blocks, or no asset ID. */
export function appendTo(recording: Recording) {
  let height = recording.of('platform.getHeight {}').at(-1)?.height ?? 0;
  const last = decodeBlock(`0x${bytesAt(recording, height)}`, sha256);
  const assetId = idOfCb58(getResult<{ assetID: string }>(recording, 'platform.getStakingAssetID {}').assetID);
  if (last.type === 'Unreadable' || last.time === undefined || !assetId)
    throw new Error('the recording has no blocks, or no asset ID');
  const { time } = last;
  let parentId = last.id;
  return {
    assetId,
    height: () => height,
    add(value: Of<typeof signedTx>): string {
      height += 1;
      const block = { type: 'BanffStandardBlock' as const, time, parentId, height, txs: [{ value, bytes: '' }] };
      const digits = blockCodec.write({ version: 0, block });
      const hash = sha256(digits);
      parentId = `0x${hash}`;
      recording.add(height, callKey('platform.getBlockByHeight', { height: String(height) }), {
        text: JSON.stringify({ block: `0x${digits}${hash.slice(-8)}`, encoding: 'hex' }),
      });
      recording.add(height, 'platform.getHeight {}', { text: JSON.stringify({ height: String(height) }) });
      return `0x${sha256(`0000${signedTx.write(value)}`)}`;
    },
  };
}

export function bytesAt(recording: Recording, height: number): string {
  const key = callKey('platform.getBlockByHeight', { height: String(height) });
  return getResult<{ block: string }>(recording, key).block.slice(2, -8);
}

function getResult<T>(recording: Recording, key: string): T {
  const answer = recording.of(key).at(-1);
  if (!answer || 'error' in answer) throw new Error(`the recording has no ${key}`);
  return JSON.parse(answer.text) as T;
}
