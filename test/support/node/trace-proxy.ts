import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type Treatment =
  | { readonly kind: 'pass' }
  | { readonly kind: 'slow'; readonly ms: number }
  | { readonly kind: 'refuse'; readonly code: number };

interface Call {
  readonly id: number;
  readonly method: string;
}

export async function traceProxy(target: string) {
  let treatment: Treatment = { kind: 'pass' };
  let asked = 0;
  const isTrace = ({ method }: Call) => method === 'trace_block' || method.startsWith('debug_trace');
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const calls = [JSON.parse(body) as Call | Call[]].flat();
    response.setHeader('content-type', 'application/json');
    if (calls.some(isTrace)) {
      asked++;
      if (treatment.kind === 'slow') await sleep(treatment.ms);
      if (treatment.kind === 'refuse') {
        const error = { code: treatment.code, message: 'refused' };
        response.end(JSON.stringify({ jsonrpc: '2.0', id: calls[0]?.id, error }));
        return;
      }
    }
    try {
      const answer = await fetch(target, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
      response.end(await answer.text());
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    treat(next: Treatment): void {
      treatment = next;
    },
    get asked(): number {
      return asked;
    },
    stop(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
