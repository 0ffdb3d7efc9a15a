import { toCb58 } from '../../../lambdas/core/domain/cb58';
import { readWhole } from '../../../lambdas/pchain/domain/codec/codec';
import { toUtxoId } from '../../../lambdas/pchain/domain/ids';
import { utxoCodec } from '../../support/pchain/codecs';
import { RECORDINGS, RecordedNetwork, sha256 } from '../../support/pchain/recorded';

test.each(RECORDINGS)("the ID of a page's last output equals the node's endIndex (%s)", (path) => {
  const network = new RecordedNetwork(path);
  let compared = 0;
  for (const key of network.recording.keys().filter((one) => one.startsWith('platform.getUTXOs'))) {
    type Page = { utxos: string[]; endIndex: { utxo: string } };
    const params = JSON.parse(key.slice(key.indexOf('{'))) as object;
    const { utxos, endIndex } = network.must<Page>(network.last, 'platform.getUTXOs', params);
    const last = utxos.at(-1);
    if (last === undefined) continue;
    const { txId, outputIndex } = readWhole(utxoCodec, last.slice(2, -8));
    expect(toCb58(toUtxoId(txId, outputIndex, sha256))).toBe(endIndex.utxo);
    compared += 1;
  }
  expect(compared).toBeGreaterThan(3);
});
