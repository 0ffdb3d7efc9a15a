// Requests to the store without HTTP, which took more time than the store itself. Plain JavaScript, as its thread has no
// loader.
import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';

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
  });
  // The thread ends with its calls: an open port must not keep it.
  port.unref();

  return (options, caller, onResponse) => {
    const parts = [];
    let id;
    // An emitter and no stream: its body is as good as sent when it is written.
    const request = Object.assign(new EventEmitter(), {
      destroyed: false,
      write(part) {
        parts.push(part);
        return true;
      },
      end(part) {
        if (request.destroyed) return request;
        if (part !== undefined) parts.push(part);
        if (isClosed) return request.destroy(lost());
        id = ++sent;
        waiting.set(id, { request, answer });
        const [only] = parts;
        const text = parts.length === 1 ? String(only) : Buffer.concat(parts.map((one) => Buffer.from(one))).toString();
        const call = options.headers['x-amz-target'].replace(/^DynamoDB_\d+\./, '');
        port.postMessage({ id, call, caller, text });
        return request;
      },
      destroy(error) {
        if (request.destroyed) return request;
        request.destroyed = true;
        waiting.delete(id);
        // As Node does, once who destroys it has had time to listen.
        if (error) process.nextTick(() => request.emit('error', error));
        return request;
      },
      // Within a process nothing is lost on the way.
      setTimeout: () => request,
    });
    const answer = (status, text) => {
      const response = new Readable({ read() {} });
      response.statusCode = status;
      response.headers = { 'content-type': 'application/x-amz-json-1.0' };
      onResponse?.(response);
      request.emit('response', response);
      response.push(text, 'utf8');
      response.push(null);
    };
    return request;
  };
}
