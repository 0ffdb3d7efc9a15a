import * as published from 'viem/chains';
import { chainView } from '../../lambdas/evm/views/chain';
import { DEPLOYED, LOCAL } from '../../lib/chain-defaults';
import { parseConfig } from '../../lib/config';
import { runtimeConfig } from '../../lib/runtime-config';

/** No published definition has this id. */
const UNKNOWN = '987654321';
const SOURCE = 'https://node.internal/secret-key';

/** The URLs that answers show for a chain with a source of its own. */
function toUrls(chain: Readonly<Record<string, unknown>>) {
  const config = runtimeConfig(parseConfig({ chains: [{ rpcUrl: SOURCE, ...chain }] }, 'test'), DEPLOYED);
  expect(JSON.stringify(config)).not.toContain(SOURCE);
  const [first] = config.chains.map((one) => chainView(one, true));
  if (!first) throw new Error('no chain');
  return { rpcUrl: first.rpcUrl, wsUrl: first.wsUrl };
}

describe('the public URLs of a chain', () => {
  test('are those of the configuration', () => {
    const own = { publicRpcUrl: 'https://rpc.example/', publicWsUrl: 'wss://ws.example/' };
    for (const chainId of ['1', '42161', UNKNOWN])
      expect(toUrls({ chainId, ...own })).toEqual({ rpcUrl: own.publicRpcUrl, wsUrl: own.publicWsUrl });
  });
  test('come from the published definition of the chain, each by itself', () => {
    const { rpcUrls } = published.abstract;
    const [rpcUrl, wsUrl] = [rpcUrls.default.http[0], rpcUrls.default.webSocket[0]];
    const chainId = String(published.abstract.id);
    expect(toUrls({ chainId })).toEqual({ rpcUrl, wsUrl });
    expect(toUrls({ chainId, publicRpcUrl: 'https://rpc.example/' })).toEqual({
      rpcUrl: 'https://rpc.example/',
      wsUrl,
    });
    expect(toUrls({ chainId, publicWsUrl: 'wss://ws.example/' })).toEqual({ rpcUrl, wsUrl: 'wss://ws.example/' });
  });
  test('have no wsUrl where the definition has none', () => {
    expect(toUrls({ chainId: '43114' })).toEqual({
      rpcUrl: published.avalanche.rpcUrls.default.http[0],
      wsUrl: undefined,
    });
  });
  test('are empty or left out where nobody publishes any: the source is never shown', () => {
    expect(toUrls({ chainId: UNKNOWN })).toEqual({ rpcUrl: '', wsUrl: undefined });
  });
  test('are those of a protocol that fits, whatever a definition says', () => {
    for (const { id } of Object.values(published)) {
      const { rpcUrl, wsUrl } = toUrls({ chainId: String(id) });
      expect([id, rpcUrl]).toEqual([id, expect.stringMatching(/^https?:\/\//)]);
      if (wsUrl !== undefined) expect([id, wsUrl]).toEqual([id, expect.stringMatching(/^wss?:\/\//)]);
    }
  });
});

test('a deployment polls and writes at a pace that costs little; local mode as fast as the machine, unless a chain says otherwise', () => {
  const getPace = (chain: Readonly<Record<string, unknown>>, defaults: typeof LOCAL) =>
    runtimeConfig(parseConfig({ chains: [{ chainId: UNKNOWN, ...chain }] }, 'test'), defaults).chains[0];
  expect(getPace({}, DEPLOYED)).toMatchObject({
    ...{ pollIntervalMs: 1_000, backfillWriteUnitsPerSecond: 2_000, backfillWorkers: 4 },
  });
  const local = getPace({}, LOCAL);
  expect(local).toMatchObject({ pollIntervalMs: 100 });
  // Above what any table takes: the limit of single partitions is off too.
  expect(local?.backfillWriteUnitsPerSecond).toBeGreaterThan(1_000_000);
  const own = { pollIntervalMs: 500, backfillWriteUnitsPerSecond: 300, backfillWorkers: 3 };
  for (const defaults of [DEPLOYED, LOCAL]) expect(getPace(own, defaults)).toMatchObject(own);
});
