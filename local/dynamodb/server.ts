import { createServer, type Server } from 'node:http';
import type { MessagePort } from 'node:worker_threads';
import { type Guard, refuse } from '../guard';
import { readBody } from '../http';
import { CALLER_HEADER } from '../iam/roles';
import type { Answerer, StoreCall } from './answer';

/** The DynamoDB endpoint: JSON over HTTP. */
export function createDynamoServer(answer: Answerer, guard: Guard): Server {
  return createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    if (!(await guard({ method, url, headers }))) return refuse(response, 400);
    const text = await readBody(request);
    if (text === undefined) return;
    const call = String(headers['x-amz-target'] ?? '').replace(/^DynamoDB_\d+\./, '');
    const { status, text: json } = await answer({ call, caller: headers[CALLER_HEADER], text });
    response.writeHead(status, {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': Buffer.byteLength(json),
    });
    response.end(json);
  });
}

/** Answers calls from a message port: worker threads of functions bypass HTTP. */
export function servePort(port: MessagePort, answer: Answerer): void {
  port.on('message', async ({ id, ...call }: StoreCall & { readonly id: number }) => {
    port.postMessage({ id, ...(await answer(call)) });
  });
}
