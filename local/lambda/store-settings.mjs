// Pass requests to the store's thread: HTTP takes longer than the store itself. Plain JavaScript: no loader there.

export function storeSettings(port, callerName) {
  const waiting = new Map();
  let [sent, isClosed] = [0, false];
  const lost = () => Object.assign(new Error('the store has stopped'), { code: 'ECONNRESET' });
  port.on('message', ({ id, status, text }) => waiting.get(id)?.resolve({ status, text }));
  port.on('close', () => {
    isClosed = true;
    for (const { reject } of waiting.values()) reject(lost());
  });
  // The open port must not keep the thread alive once its calls have ended.
  port.unref();

  const requestHandler = {
    // The body is a string, as written by `ItemProtocol`.
    async handle({ headers, body }, { abortSignal } = {}) {
      if (isClosed) throw lost();
      const id = ++sent;
      const { promise: answer, resolve, reject } = Promise.withResolvers();
      // An AbortError, as from the SDK's handlers: the SDK never retries it.
      const abort = () => reject(Object.assign(new Error('Request aborted'), { name: 'AbortError' }));
      try {
        waiting.set(id, { resolve, reject });
        abortSignal?.addEventListener('abort', abort);
        if (abortSignal?.aborted) abort();
        else {
          const call = headers['x-amz-target'].replace(/^DynamoDB_\d+\./, '');
          port.postMessage({ id, call, caller: callerName(), text: body });
        }
        const { status, text } = await answer;
        const type = { 'content-type': 'application/x-amz-json-1.0' };
        return { response: { statusCode: status, headers: type, body: Buffer.from(text) } };
      } finally {
        waiting.delete(id);
        abortSignal?.removeEventListener('abort', abort);
      }
    },
    updateHttpClientConfig() {},
    httpHandlerConfigs: () => ({}),
  };
  // No signature: the store identifies the caller by name. Signing took a third of a request's CPU time.
  const signer = { sign: async (request) => request };
  return { requestHandler, signer };
}
