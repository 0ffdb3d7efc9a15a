import { handler } from '../../../../lambdas/pchain/api/network/get-blockchain-by-id';
import { idIn } from '../../../../lambdas/pchain/api/shared/ids';
import { handler as getTx } from '../../../../lambdas/pchain/api/transactions/get-tx-by-hash';
import { readWhole } from '../../../../lambdas/pchain/domain/codec/codec';
import { signedTx } from '../../../../lambdas/pchain/domain/codec/tx';
import { txItem } from '../../../../lambdas/pchain/rows/items';
import { call } from '../../../support/endpoints/call';
import { badIds, NOTHING, ofNetwork, ofPChain, refusesOfNetwork } from '../../../support/endpoints/primary-network';

import { getNetwork } from '../../../support/pchain/expected/network';
import { expectedBlockchains, expectedPrimaryNetwork } from '../../../support/pchain/expected/subnets';
import { NETWORK } from '../../../support/pchain/indexed';
import { RECORDINGS, RecordedNetwork } from '../../../support/pchain/recorded';
import { primaryDeps, primaryWorld, withNetwork } from '../../../support/pchain/world';

const ask = (blockchainId: string) => ofNetwork({}, { blockchainId });

/** A genesis in the form of the public contract. */
function getGenesis(bytes: Buffer): unknown {
  const text = bytes.toString();
  if (!Buffer.from(text).equals(bytes)) return `0x${bytes.toString('hex')}`;
  return text.startsWith('{') ? JSON.parse(text) : text;
}

describe.each(RECORDINGS)('getBlockchainById: %s', (path) => {
  test('200: every blockchain has its genesis as an object, text or bytes', async () => {
    const { deps, recording } = await primaryWorld(path);
    const { txs } = getNetwork(recording);
    const kinds = new Set<string>();
    for (const expected of expectedBlockchains(recording)) {
      const tx = txs.find(({ id }) => id === expected.blockchainId);
      const genesisData = getGenesis(Buffer.from(tx?.unsignedTx.genesisData ?? '', 'base64'));
      const { status, body } = await call(handler, deps, ask(expected.blockchainId));
      expect([status, body]).toEqual([200, { ...expected, genesisData }]);
      kinds.add(typeof genesisData);
      if (expected.evmChainId)
        expect(body).toMatchObject({ genesisData: { config: { chainId: expected.evmChainId } } });
    }
    expect(kinds).toContain('object');
  });
  test('200: blockchains of the primary network have no genesis data', async () => {
    const { deps, recording } = await primaryWorld(path);
    const { blockchains } = expectedPrimaryNetwork(recording);
    for (const expected of blockchains) {
      const { status, body } = await call(handler, deps, ask(expected.blockchainId));
      expect([status, body]).toMatchObject([200, expected]);
      expect(body).not.toHaveProperty('genesisData');
    }
    expect(blockchains).toHaveLength(3);
  });
  test('404: an unknown blockchain and one above the cursor are not found', async () => {
    const { recording } = await primaryWorld(path);
    const [chain] = expectedBlockchains(recording);
    const [id, height] = [String(chain?.blockchainId), Number(chain?.createBlockNumber)];
    const before = (await primaryWorld(path, height - 1)).deps;
    for (const blockchainId of [id, NOTHING]) {
      const { status, body } = await call(handler, before, ask(blockchainId));
      const message = `blockchain ${blockchainId} of recorded (indexed up to ${height - 1}) was not found`;
      expect([status, body.message]).toEqual([404, message]);
    }
    expect((await call(handler, (await primaryWorld(path, height)).deps, ask(id))).status).toBe(200);
  });
});
test('200: a genesis of 100 or more levels is shown as text', () =>
  withNetwork(RECORDINGS[1], async (net) => {
    const { recording, last } = net.recorded;
    await net.followTo(last);
    const { deps } = await primaryDeps(net);
    const [blockchain] = expectedBlockchains(recording);
    const id = String(blockchain?.blockchainId);
    const [row] = await deps.PTx.byIds(NETWORK, [idIn('blockchainId', id)]);
    if (!row?.bytes) throw new Error('the blockchain has no transaction');
    const { unsigned, credentials } = readWhole(signedTx, row.bytes.slice(2));
    if (unsigned.type !== 'CreateChainTx') throw new Error(unsigned.type);
    for (const levels of [99, 100, 5_000]) {
      const text = `{"levels":${'['.repeat(levels)}${']'.repeat(levels)}}`;
      const genesisData = `0x${Buffer.from(text).toString('hex')}`;
      const bytes = `0x${signedTx.write({ unsigned: { ...unsigned, genesisData }, credentials })}`;
      await net.table.write([{ put: txItem(NETWORK, { ...row, bytes }) }]);
      const shown = levels < 100 ? JSON.parse(text) : text;
      const { status, body } = await call(handler, deps, ask(id));
      expect([status, body.genesisData]).toEqual([200, shown]);
      const tx = await call(getTx, deps, ofPChain({}, { txHash: id }));
      expect([tx.status, tx.body.blockchainInfo]).toMatchObject([200, { genesisData: shown }]);
    }
  }));

const [chain] = expectedBlockchains(new RecordedNetwork(RECORDINGS[1]).recording);
refusesOfNetwork(handler, ask(String(chain?.blockchainId)), [
  ...badIds('blockchainId', 'the id of a blockchain', 'params'),
]);
