import { getUtxo } from '../../../lambdas/pchain/domain/replay/outputs';
import { getSigners } from '../../../lambdas/pchain/node/signers';
import { RECORDINGS, RecordedNetwork } from '../../support/pchain/recorded';

test.each(RECORDINGS)('the signers of an input own the output that it spends: %s', (path) => {
  const recorded = new RecordedNetwork(path);
  const owners = new Map<string, { threshold: number; addresses: readonly string[] }>();
  let compared = 0;
  for (let height = 1; height <= recorded.last; height++)
    for (const tx of recorded.block(height).txs) {
      const { unsigned } = tx;
      if (!('inputs' in unsigned)) continue;
      for (const [i, { txId, outputIndex }] of unsigned.inputs.entries()) {
        const owner = owners.get(`${txId} ${outputIndex}`);
        if (!owner) continue;
        const signers = getSigners(tx, i);
        expect(signers.length).toBe(owner.threshold);
        expect(owner.addresses).toEqual(expect.arrayContaining([...signers]));
        compared += 1;
      }
      for (const [i, output] of unsigned.outputs.entries())
        owners.set(`${tx.id} ${i}`, getUtxo(tx.id, i, output).owners);
    }
  expect(compared).toBeGreaterThan(10);
});

test('a broken or missing signature has no signers', () => {
  const recorded = new RecordedNetwork(RECORDINGS[0]);
  const [tx] = recorded.block(1).txs;
  if (!tx) throw new Error('block 1 is empty');
  const broken = { type: 'Credential' as const, signatures: [`0x${'ff'.repeat(65)}`] };
  expect(getSigners({ ...tx, credentials: [broken] }, 0)).toEqual([]);
  expect(getSigners({ ...tx, credentials: [] }, 0)).toEqual([]);
});
