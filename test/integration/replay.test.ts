import { existsSync, readFileSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import { type Recorded, replayNode } from '../support/node/replay-node';
import { type Json, removeFolders, Service } from '../support/service/service';
import { describeIf } from '../support/skipping';

/** Real mainnet blocks 1 to 100, beside the project where it is built; absent elsewhere. */
const FILE = '../shared/data/cchain-blocks-1-100.jsonl.zst';
const CHAIN = '43114';

describeIf(existsSync(FILE), `needs ${FILE}`)('real blocks of the C-Chain', () => {
  let service: Service;
  let node: Awaited<ReturnType<typeof replayNode>>;
  let recorded: Recorded[] = [];

  beforeAll(async () => {
    const lines = zstdDecompressSync(readFileSync(FILE)).toString('utf8').trim().split('\n');
    recorded = lines.map((line) => JSON.parse(line) as Recorded);
    node = await replayNode(Number(CHAIN), recorded);
    service = await new Service({ chains: [{ chainId: CHAIN, rpcUrl: node.url, startBlock: 1 }] }).start();
    await service.indexed(CHAIN, 100);
  });
  afterAll(async () => {
    await service?.stop();
    node?.stop();
    removeFolders();
  });

  test('all 100 blocks are indexed, and their 81 transactions are read back correctly', async () => {
    let count = 0;
    for (const { block, receipts } of recorded) {
      const { body } = await service.get(`/v1/chains/${CHAIN}/blocks/${Number(block.number)}`);
      count += block.transactions.length;
      expect(body).toMatchObject({
        blockHash: block.hash,
        parentHash: block.parentHash,
        txCount: block.transactions.length,
        cumulativeTransactions: String(count),
      });
      for (const [i, sent] of block.transactions.entries()) {
        const { body: answer } = await service.get(`/v1/chains/${CHAIN}/transactions/${sent.hash}`);
        const native = answer.nativeTransaction as Json & { from: Json; to: Json };
        expect(native).toMatchObject({
          blockNumber: String(Number(block.number)),
          blockIndex: i,
          txHash: sent.hash,
          txStatus: String(Number(receipts[i]?.status)),
          gasUsed: String(BigInt(receipts[i]?.gasUsed ?? 0)),
          gasPrice: String(BigInt(receipts[i]?.effectiveGasPrice ?? sent.gasPrice ?? 0)),
          value: String(BigInt(sent.value)),
          nonce: String(BigInt(sent.nonce)),
          input: sent.input,
        });
        expect(String(native.from.address).toLowerCase()).toBe(sent.from);
        expect(String(native.to.address).toLowerCase()).toBe(sent.to || `0x${'0'.repeat(40)}`);
      }
    }
    expect(count).toBe(81);
  });

  test('the chain gets its name from the published definitions, without configuration', async () => {
    const { body } = await service.get(`/v1/chains/${CHAIN}`);
    expect(body).toMatchObject({
      chainName: 'Avalanche',
      networkToken: { symbol: 'AVAX', decimals: 18 },
      isTestnet: false,
    });
    expect(String(body.explorerUrl)).toMatch(/^https:/);
  });
});
