import * as published from 'viem/chains';
import { chainView } from '../../lambdas/evm/views/chain';
import { DEPLOYED, LOCAL } from '../../lib/chain-defaults';
import { parseConfig } from '../../lib/config';
import { runtimeConfig } from '../../lib/runtime-config';

/** No published definition has this id. */
const UNKNOWN = '987654321';
const SOURCE = 'https://node.internal/secret-key';

/** The public URLs in responses, for a chain with its own source. */
function toUrls(chain: Readonly<Record<string, unknown>>) {
  const config = runtimeConfig(parseConfig({ chains: [{ rpcUrl: SOURCE, ...chain }] }, 'test'), DEPLOYED);
  expect(JSON.stringify(config)).not.toContain(SOURCE);
  const [first] = config.chains.map((one) => chainView(one, true));
  if (!first) throw new Error('no chain');
  return { rpcUrl: first.rpcUrl, wsUrl: first.wsUrl };
}

describe('the public URLs of a chain', () => {
  test('configured public URLs are used', () => {
    const own = { publicRpcUrl: 'https://rpc.example/', publicWsUrl: 'wss://ws.example/' };
    for (const chainId of ['1', '42161', UNKNOWN])
      expect(toUrls({ chainId, ...own })).toEqual({ rpcUrl: own.publicRpcUrl, wsUrl: own.publicWsUrl });
  });
  test('each URL that is not configured comes from the published definition of the chain', () => {
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
  test('wsUrl is absent if the definition has none', () => {
    expect(toUrls({ chainId: '43114' })).toEqual({
      rpcUrl: published.avalanche.rpcUrls.default.http[0],
      wsUrl: undefined,
    });
  });
  test('an unpublished chain has an empty rpcUrl and no wsUrl, and its source is never shown', () => {
    expect(toUrls({ chainId: UNKNOWN })).toEqual({ rpcUrl: '', wsUrl: undefined });
  });
  test('every published chain has an HTTP rpcUrl, and a WebSocket wsUrl if any', () => {
    for (const { id } of Object.values(published)) {
      const { rpcUrl, wsUrl } = toUrls({ chainId: String(id) });
      expect([id, rpcUrl]).toEqual([id, expect.stringMatching(/^https?:\/\//)]);
      if (wsUrl !== undefined) expect([id, wsUrl]).toEqual([id, expect.stringMatching(/^wss?:\/\//)]);
    }
  });
});

test('a deployment polls and writes at a low-cost pace, and local mode at full speed, unless configured', () => {
  const getPace = (chain: Readonly<Record<string, unknown>>, defaults: typeof LOCAL) =>
    runtimeConfig(parseConfig({ chains: [{ chainId: UNKNOWN, ...chain }] }, 'test'), defaults).chains[0];
  expect(getPace({}, DEPLOYED)).toMatchObject({
    ...{ pollIntervalMs: 1_000, backfillWriteUnitsPerSecond: 2_000, backfillWorkers: 4 },
  });
  const local = getPace({}, LOCAL);
  expect(local).toMatchObject({ pollIntervalMs: 100 });
  // Above the capacity of any table, so that the limit per partition is off too.
  expect(local?.backfillWriteUnitsPerSecond).toBeGreaterThan(1_000_000);
  const own = { pollIntervalMs: 500, backfillWriteUnitsPerSecond: 300, backfillWorkers: 3 };
  for (const defaults of [DEPLOYED, LOCAL]) expect(getPace(own, defaults)).toMatchObject(own);
});
