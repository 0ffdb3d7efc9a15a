import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { startReplayNode } from '../../demo/p-chain/replay-node';
import { rpcRoutes } from '../../lambdas/node-rpc/contract/routes';
import { buildAssets } from '../../lib/assets';
import { DEPLOYED } from '../../lib/chain-defaults';
import { parseConfig } from '../../lib/config';
import { loadedBytes, loadTime } from './bundles';
import { load, rateCells } from './load';
import { logLines, startService } from './service';

const MS_PER_HEIGHT = 2_000;

const call = (method: string, params = '{}', id = 1) =>
  `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`;
const CALLS: Readonly<Record<string, string>> = {
  'platform.getValidatorFeeState': call('platform.getValidatorFeeState'),
  'platform.getCurrentValidators': call('platform.getCurrentValidators'),
  'platform.getBlockByHeight': call('platform.getBlockByHeight', '{"height":"7"}'),
  'platform.getTxStatus': call('platform.getTxStatus', '{"txID":"11111111111111111111111111111111LpoYY"}'),
  'a batch of 50 fee states': `[${Array.from({ length: 50 }, (_, i) => call('platform.getValidatorFeeState', '{}', i))}]`,
};

export async function benchNodeRpc(seconds: number): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-'));
  const node = await startReplayNode({ msPerHeight: MS_PER_HEIGHT });
  let stop = async () => {};
  try {
    const { child, ready } = await startService(dir, {
      chains: [],
      pChains: [{ network: 'recorded', rpcUrl: node.url }],
      nodeRpc: { rate: 100_000, burst: 100_000, quotaPerDay: 1_000_000_000 },
    });
    stop = async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    };
    const { 'node-rpc': folder } = await buildAssets(parseConfig({}, 'bench'), DEPLOYED, join(dir, 'functions'));
    for (const { id, file } of rpcRoutes) {
      const path = join(folder, `${basename(file)}.mjs`);
      console.log(`${id}: ${(loadedBytes(path) / 1_000).toFixed(0)} kB, loaded in ${loadTime(path).toFixed(0)} ms`);
    }
    console.log(
      `\n${`Node RPC, a block each ${MS_PER_HEIGHT / 1_000} s`.padEnd(34)}    per 1,000 requests: calls to the node    RRU    WRU   1 conn: req/s   p50   p99   16 conn: req/s   p50   p99`,
    );
    for (const [name, body] of Object.entries(CALLS)) {
      const logged = logLines(dir).length;
      const headers = { 'content-type': 'application/json' };
      const request = { path: '/ext/bc/P', method: 'POST', headers, body } as const;
      const one = await load(ready.rpcUrl, request, 1, seconds);
      const sixteen = await load(ready.rpcUrl, request, 16, seconds);
      const lines = logLines(dir)
        .slice(logged)
        .filter(({ endpoint }) => endpoint === 'nodeRpc');
      const perThousand = (field: string) =>
        (lines.reduce((sum, line) => sum + Number(line[field] ?? 0), 0) * 1_000) / Math.max(1, lines.length);
      const cells = [
        name.padEnd(34),
        perThousand('nodeCalls').toFixed(1).padStart(43),
        perThousand('readUnits').toFixed(1).padStart(6),
        perThousand('writeUnits').toFixed(1).padStart(6),
        ...rateCells([one, sixteen]),
      ];
      console.log(cells.join(' '));
    }
  } finally {
    await stop();
    await node.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}
