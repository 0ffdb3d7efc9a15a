import { idOfCb58 } from '../../../lambdas/core/domain/cb58';
import { readWhole, struct, u16, u32 } from '../../../lambdas/pchain/domain/codec/codec';
import { id, output } from '../../../lambdas/pchain/domain/codec/parts';
import { getUtxo } from '../../../lambdas/pchain/domain/replay/outputs';
import { utxoBytes } from '../../../lambdas/pchain/domain/utxo-bytes';
import { sha256 } from '../../../lambdas/pchain/node/sha256';
import { outputOfBytes } from '../../support/pchain/expected/outputs';
import { getUtxoBytes } from '../../support/pchain/expected/utxo-bytes';
import { RECORDINGS, RecordedNetwork } from '../../support/pchain/recorded';

const node = struct({ version: u16, txId: id, outputIndex: u32, output });

test.each(RECORDINGS)("utxoBytes encodes every output to the node's bytes: %s", (path) => {
  const { recording } = new RecordedNetwork(path);
  const recorded = recording
    .keys()
    .filter((key) => /^platform\.get(Reward)?UTXOs /.test(key))
    .flatMap((key) => recording.of(key))
    .flatMap((answer) => ('text' in answer ? (JSON.parse(answer.text) as { utxos: string[] }).utxos : []));
  const seen = { plain: 0, locked: 0 };
  for (const text of new Set(recorded)) {
    const { txId, outputIndex, output: held } = readWhole(node, text.slice(2, -8));
    const utxo = getUtxo(txId, outputIndex, held);
    expect(utxoBytes(utxo, sha256)).toBe(text);
    // The second implementation, in test support, agrees.
    const expected = outputOfBytes(text, recording.header.networkId);
    expect([idOfCb58(expected.txId), getUtxoBytes(expected)]).toEqual([txId, text]);
    seen[utxo.stakeableUntil === undefined ? 'plain' : 'locked'] += 1;
  }
  expect(seen.plain).toBeGreaterThan(20);
  // Only the demo recording has locked outputs.
  if (path === RECORDINGS[0]) expect(seen.locked).toBeGreaterThan(0);
});
