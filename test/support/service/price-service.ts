import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Question {
  readonly chainId: string;
  readonly currency: string;
  readonly tokens: string[];
  readonly timestamp?: number;
}
/** `never`: hangs. */
export type Reply = { readonly status?: number; readonly body: unknown } | 'never';

export async function priceService(reply: (question: Question) => Reply) {
  const asked: Question[] = [];
  const userAgents = new Set<string | undefined>();
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += String(part);
    const question = JSON.parse(text) as Question;
    asked.push(question);
    userAgents.add(request.headers['user-agent']);
    const answer = reply(question);
    if (answer === 'never') return;
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' });
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/prices`,
    asked,
    userAgents,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
