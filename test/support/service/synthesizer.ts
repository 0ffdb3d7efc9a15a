import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

/** Saves services two thirds of their start (loading the CDK). Without its help they synthesize themselves. */
export async function startSynthesizer(): Promise<void> {
  const child = spawn(process.execPath, ['bin/start.mjs', 'synth'], { stdio: ['pipe', 'pipe', 'ignore'] });
  // It exits at an invalid configuration; requests are then answered without a folder.
  child.stdin.on('error', () => undefined);
  const folders = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const server = createServer(async (request, response) => {
    child.stdin.write(`${await text(request)}\n`);
    await folders.next();
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env.SYNTHESIZER_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // Neither keeps the tests alive.
  for (const handle of [server, child, child.stdin, child.stdout]) (handle as { unref(): unknown }).unref();
}

/** `config`: JSON in one line. */
export async function synthesizeBefore(config: string): Promise<void> {
  const url = process.env.SYNTHESIZER_URL;
  if (url) await fetch(url, { method: 'POST', body: config });
}
