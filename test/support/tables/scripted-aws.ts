import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { inspect } from 'node:util';
import { createDynamoClient } from '../../../lambdas/core/table/dynamo-client';

interface Asked {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly socket: Socket;
}

/** Text is sent unchanged, as intermediaries do. */
export const says =
  (body: unknown, status = 200): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
export const refuses = (name: string, status = 400, more: Readonly<Record<string, unknown>> = {}): RequestListener =>
  says({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'as scripted', ...more }, status);
export const isSilent: RequestListener = () => undefined;
export const hangsUp: RequestListener = (request) => request.socket.destroy();
export const stopsHalfway: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-length': '100' });
  response.write('{"Item":');
};
export const isCutOff: RequestListener = (request, response) => {
  stopsHalfway(request, response);
  setTimeout(() => request.socket.destroy(), 10);
};

/** Errors must never contain `planted`. */
export const CALLER = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'planted-secret', sessionToken: 'planted-token' };

let stops: (() => void)[] = [];
export function stopScripted(): void {
  for (const stop of stops) stop();
  stops = [];
}

export async function scriptedAws(...script: RequestListener[]) {
  const asked: Asked[] = [];
  let told: () => void = () => undefined;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { method, url, headers, socket } = request;
    asked.push({ method, url, headers, socket, body: Buffer.concat(parts).toString() });
    (script.shift() ?? refuses('NotInTheScript'))(request, response);
    told();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  stops.push(stop);
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createDynamoClient({ region: 'eu-west-1', endpoint, credentials: CALLER });
  return {
    asked,
    endpoint,
    client,
    get: (signal?: AbortSignal) => client.call('GetItem', { TableName: 'rows', Key: { pk: 'é' } }, signal),
    next: () =>
      new Promise<void>((resolve) => {
        told = resolve;
      }),
    stop,
  };
}

/** Fails if the error has secrets; with `showHidden`, also in hidden fields, where AWS's SDK keeps the request. */
export async function toError(call: Promise<unknown>, showHidden = true): Promise<Error> {
  const error = await call.then(
    () => new Error('it did not throw'),
    (thrown: unknown) => thrown,
  );
  expect(inspect(error, { depth: 10, showHidden })).not.toMatch(/planted|Signature=/);
  if (error instanceof Error) return error;
  throw new Error('what was thrown is no error');
}
