import { avaxSerial, utils } from '@avalabs/avalanchejs';
import { toCb58 } from '../../../../lambdas/core/domain/cb58';
import { blockCodec } from '../../../../lambdas/pchain/domain/codec/block';
import { readWhole } from '../../../../lambdas/pchain/domain/codec/codec';
import { standaloneTx } from '../../../support/pchain/codecs';
import { nodeJson } from '../../../support/pchain/node-json';
import { RECORDINGS, RecordedNetwork } from '../../../support/pchain/recorded';

const PREFIX = 'custom';

type NodeTx = { id: string; unsignedTx: unknown; credentials: { signatures: string[] }[] };
type NodeBlock = { id: string; parentID: string; height: string; time?: string; txs?: NodeTx[]; tx?: NodeTx };

describe.each(RECORDINGS)('blocks of %s', (path) => {
  const network = new RecordedNetwork(path);
  const heights = Array.from({ length: network.last + 1 }, (_, height) => height);

  test('each block decodes as on the node and re-encodes to the same bytes', () => {
    for (const height of heights) {
      const params = { encoding: 'json', height: String(height) };
      const { block: theirs } = network.must<{ block: NodeBlock }>(network.last, 'platform.getBlockByHeight', params);
      const ours = network.block(height);
      expect([toCb58(ours.id), toCb58(ours.parentId), String(ours.height)]).toEqual([
        ...[theirs.id, theirs.parentID, theirs.height],
      ]);
      expect(ours.time).toBe(theirs.time === undefined ? undefined : Number(theirs.time));
      expect(ours.txs.map(({ id }) => toCb58(id))).toEqual((theirs.txs ?? []).map(({ id }) => id));
      expect(ours.proposal && toCb58(ours.proposal.id)).toBe(theirs.tx?.id);
      const digits = network.bytes(height);
      expect(blockCodec.write(readWhole(blockCodec, digits))).toBe(digits);
      expect(ours.size).toBe(digits.length / 2);
    }
  });

  test('each transaction decodes as on the node and encodes as in avalanchejs', () => {
    const manager = utils.getManagerForVM('PVM');
    const types = new Set<string>();
    for (const { txs, proposal } of heights.map((height) => network.block(height)))
      for (const { id, unsigned, credentials } of [...txs, ...(proposal ? [proposal] : [])]) {
        const txID = toCb58(id);
        const { tx: theirs } = network.must<{ tx: NodeTx }>(network.last, 'platform.getTx', { encoding: 'json', txID });
        expect({ ...theirs, credentials: theirs.credentials.map((one) => one.signatures) }).toEqual({
          id: txID,
          unsignedTx: nodeJson(unsigned, PREFIX),
          credentials: credentials.map((one) => one.signatures),
        });
        const { tx: text } = network.must<{ tx: string }>(network.last, 'platform.getTx', { txID });
        const digits = text.slice(2, -8);
        expect(standaloneTx.write({ version: 0, tx: { unsigned, credentials } })).toBe(digits);
        expect(readWhole(standaloneTx, digits).tx).toEqual({ unsigned, credentials });
        const unpacked = manager.unpack(Buffer.from(digits, 'hex'), avaxSerial.SignedTx);
        expect(Buffer.from(unpacked.toBytes()).toString('hex')).toBe(digits);
        types.add(unsigned.type);
      }
    expect([...types].sort()).toMatchSnapshot();
  });
});
