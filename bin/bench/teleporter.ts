import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Hex, keccak256, stringToHex, zeroAddress } from 'viem';
import { type Anvil, startAnvil } from '../../demo/anvil';
import { compileContracts } from '../../demo/compile';
import { installMessenger, MESSENGER, messengerCalls, type Sent } from '../../demo/messenger';
import { getAddress } from '../../demo/random';
import { quantity, rpc } from '../../demo/rpc';
import { USED } from '../../lambdas/core/contract/metrics';
import { load, rateCells } from './load';
import { getTotal, logLines, METRICS_DELAY_MS, startService, untilIndexed } from './service';

const CHAINS = [31_401, 31_402] as const;
/** Messages from the first chain, and how many each returned receipt message acknowledges. */
const [MESSAGES, PER_RECEIPT] = [200, 5];
/** Bytes of a token transfer by the common bridge contracts. */
const DATA_BYTES = 320;

type Use<T> = (service: {
  readonly dir: string;
  readonly ready: Awaited<ReturnType<typeof startService>>['ready'];
}) => Promise<T>;

/** Counts write units of a complete message (sent to acknowledged) beyond its transactions' own. */
export async function benchTeleporter(seconds: number): Promise<void> {
  const nodes: Anvil[] = [];
  try {
    for (const chainId of CHAINS) nodes.push(await startAnvil({ chainId }));
    const messages = await traffic(nodes);
    const without = await withService(nodes, [], async ({ dir }) => writeUnits(dir));
    await withService(nodes, undefined, async ({ dir, ready }) => {
      const units = (await writeUnits(dir)) - without;
      console.log(
        `\nCross-chain messages: ${(units / messages).toFixed(1)} WRU per complete message, over ${messages}`,
      );
      console.log(
        `${'pages of 100, one message'.padEnd(34)} requests    RRU   1 conn: req/s   p50   p99   16 conn: req/s   p50   p99`,
      );
      const headers = { 'x-service-api-key': ready.apiKeys.pro };
      const { messages: some } = (await (
        await fetch(`${ready.dataUrl}/v1/teleporter/messages`, { headers })
      ).json()) as { messages: { messageId: string }[] };
      for (const [endpoint, path] of [
        ['listTeleporterMessages', '/v1/teleporter/messages?network=testnet&pageSize=100'],
        ['listTeleporterMessagesByAddress', `/v1/teleporter/addresses/${getAddress('bench 1')}/messages?pageSize=100`],
        ['getTeleporterMessage', `/v1/teleporter/messages/${some[0]?.messageId}`],
      ] as const) {
        const request = { path, method: 'GET', headers } as const;
        const rates = [await load(ready.dataUrl, request, 1, seconds), await load(ready.dataUrl, request, 16, seconds)];
        const calls = logLines(dir).filter((line) => line.endpoint === endpoint && line.statusCode === 200);
        const mean = (name: string) =>
          (calls.reduce((sum, call) => sum + Number(call[name] ?? 0), 0) / Math.max(1, calls.length)).toFixed(2);
        console.log(
          [endpoint.padEnd(34), mean('requests').padStart(8), mean('readUnits').padStart(6), ...rateCells(rates)].join(
            ' ',
          ),
        );
      }
    });
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
  }
}

const toBlockchainId = (chainId: number): Hex => keccak256(stringToHex(`bench chain ${chainId}`));

async function traffic(nodes: readonly Anvil[]): Promise<number> {
  const [here, there] = nodes;
  if (!here || !there) throw new Error('two chains are needed');
  const compiled = await compileContracts();
  for (const [i, { url }] of nodes.entries()) await installMessenger(url, compiled, toBlockchainId(CHAINS[i] ?? 0));
  const [source, destination] = CHAINS.map(toBlockchainId) as [Hex, Hex];
  const fee = { token: zeroAddress, amount: 0n };
  const sent = Array.from(
    { length: MESSAGES },
    (_, n): Sent => ({
      source,
      destination,
      nonce: BigInt(n),
      fee,
      acknowledges: [],
      from: getAddress(`bench ${n % 10}`),
      to: getAddress(`bench ${n % 7}`),
      data: `0x${'5a'.repeat(DATA_BYTES)}`,
    }),
  );
  const receipts = Array.from(
    { length: MESSAGES / PER_RECEIPT },
    (_, n): Sent => ({
      source: destination,
      destination: source,
      nonce: BigInt(n),
      fee,
      from: getAddress('bench 1'),
      to: zeroAddress,
      data: '0x',
      acknowledges: sent.slice(n * PER_RECEIPT, (n + 1) * PER_RECEIPT),
    }),
  );
  for (const one of sent) await call(here, messengerCalls.send(one));
  for (const one of sent) await call(there, messengerCalls.deliver(one, true));
  for (const one of receipts) await call(there, messengerCalls.send(one));
  for (const one of receipts) await call(here, messengerCalls.deliver(one, true));
  return sent.length + receipts.length;
}

async function call({ url }: Anvil, data: Hex): Promise<void> {
  const [from] = await rpc<string[]>(url, 'eth_accounts');
  await rpc(url, 'eth_sendTransaction', [{ from, to: MESSENGER, data, gas: quantity(1_000_000) }]);
}

async function withService<T>(
  nodes: readonly Anvil[],
  teleporterMessengers: string[] | undefined,
  use: Use<T>,
): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-'));
  const chains = nodes.map(({ url }, i) => ({
    chainId: String(CHAINS[i]),
    network: 'testnet',
    rpcUrl: url,
    traces: false,
    ...(teleporterMessengers ? { teleporterMessengers } : {}),
  }));
  const { child, ready } = await startService(dir, {
    chains,
    plans: { pro: { rate: 100_000, burst: 100_000, quotaPerDay: 1_000_000_000 } },
  });
  try {
    for (const [i, { url }] of nodes.entries()) {
      const head = Number(await rpc<string>(url, 'eth_blockNumber'));
      await untilIndexed(ready, String(CHAINS[i]), head);
    }
    return await use({ dir, ready });
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
    rmSync(dir, { recursive: true, force: true });
  }
}

async function writeUnits(dir: string): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, METRICS_DELAY_MS));
  return getTotal(logLines(dir), USED.writeUnits);
}
