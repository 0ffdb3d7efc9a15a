import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

/**
 * Starts a process that synthesizes the assemblies of all services, where each start of one with a new configuration would
 * load the CDK for its own: two thirds of the time. It ends with the tests. Services of tests that find it in the
 * environment ask it before they start; one that it cannot help synthesizes for itself, and says what is wrong.
 */
export async function startSynthesizer(): Promise<void> {
  const child = spawn(process.execPath, ['bin/start.mjs', 'synth'], { stdio: ['pipe', 'pipe', 'ignore'] });
  // It ends at a configuration that is wrong. Then no folder comes, and who asks is answered all the same.
  child.stdin.on('error', () => undefined);
  const folders = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const server = createServer(async (request, response) => {
    child.stdin.write(`${await text(request)}\n`);
    await folders.next();
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env.SYNTHESIZER_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // Neither keeps the tests from ending.
  for (const handle of [server, child, child.stdin, child.stdout]) (handle as { unref(): unknown }).unref();
}

/** Has the assembly of a configuration, as JSON in one line, synthesized before a service starts with it. */
export async function synthesizeBefore(config: string): Promise<void> {
  const url = process.env.SYNTHESIZER_URL;
  if (url) await fetch(url, { method: 'POST', body: config });
}
