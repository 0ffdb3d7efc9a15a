// Requests to the store without HTTP, which took more time than the store itself. Plain JavaScript, as its thread has no
// loader.
import { AsyncResource } from 'node:async_hooks';
import { Readable, Writable } from 'node:stream';

/** Gives what replaces `http.request` for the store: requests go through a port to its thread, as text. */
export function requestsThrough(port) {
  const waiting = new Map();
  let [sent, isClosed] = [0, false];
  const lost = () => Object.assign(new Error('the store has stopped'), { code: 'ECONNRESET' });
  port.on('message', ({ id, status, text }) => {
    const answer = waiting.get(id)?.answer;
    waiting.delete(id);
    answer?.(status, text);
  });
  port.on('close', () => {
    isClosed = true;
    for (const { request } of waiting.values()) request.destroy(lost());
    waiting.clear();
  });
  // The thread ends with its calls: an open port must not keep it.
  port.unref();

  return (options, caller, onResponse) => {
    const parts = [];
    const request = new Writable({
      decodeStrings: false,
      write(part, _encoding, done) {
        parts.push(part);
        done();
      },
      final(done) {
        if (isClosed) return done(lost());
        const id = ++sent;
        // What the answer leads to is work of the same call.
        const answer = AsyncResource.bind((status, text) => {
          if (request.destroyed) return;
          const response = new Readable({ read() {} });
          response.statusCode = status;
          response.headers = { 'content-type': 'application/x-amz-json-1.0' };
          onResponse?.(response);
          request.emit('response', response);
          response.push(text, 'utf8');
          response.push(null);
        });
        waiting.set(id, { request, answer });
        const call = options.headers['x-amz-target'].replace(/^DynamoDB_\d+\./, '');
        port.postMessage({
          id,
          call,
          caller,
          text:
            parts.length === 1 ? String(parts[0]) : Buffer.concat(parts.map((part) => Buffer.from(part))).toString(),
        });
        done();
      },
      autoDestroy: false,
    });
    // Within a process nothing is lost on the way.
    request.setTimeout = () => request;
    return request;
  };
}
