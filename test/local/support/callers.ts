import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** The service's own client, as one module. */
function bundledClient(): string {
  const entry = fileURLToPath(new URL('../../../lambdas/adapters/dynamo/dynamo-client.ts', import.meta.url));
  const built = buildSync({ entryPoints: [entry], bundle: true, format: 'esm', platform: 'node', write: false });
  const [file] = built.outputFiles;
  return file?.text ?? '';
}

/** Sources of functions that call the store, by file: with the service's client, or as Node can. */
export const callers = {
  client: bundledClient(),
  gets: `import { threadId } from 'node:worker_threads';
    import { openDynamoClient } from './client.mjs';
    const client = openDynamoClient();
    const get = (k) => client.call('GetItem', { TableName: 'things', Key: { k } }).then(
      ({ Item }) => Item,
      ({ name, message, statusCode }) => ({ name, message, statusCode }),
    );
    export const handler = async ({ keys, leave, wait = 0 }) => {
      if (leave) setTimeout(() => get(leave), 50);
      await new Promise((resolve) => setTimeout(resolve, wait));
      return { threadId, items: await Promise.all(keys.map(get)) };
    };`,
  again: `export { handler } from './gets.mjs';`,
  sends: `import { request } from 'node:http';
    let answers = 0;
    export const handler = ({ url, parts, authorization = 'AWS4-HMAC-SHA256 and more', drop }) => new Promise((resolve) => {
      const { hostname, port, host } = new URL(url ?? process.env.AWS_ENDPOINT_URL_DYNAMODB);
      const headers = { host, authorization, 'x-amz-target': 'DynamoDB_20120810.GetItem' };
      const sent = request({ method: 'POST', hostname, port, path: '/', headers }, async (response) => {
        answers++;
        const texts = await response.toArray();
        const type = response.headers['content-type'];
        resolve({ answers, status: response.statusCode, type, text: Buffer.concat(texts).toString() });
      });
      sent.on('error', ({ message }) => resolve({ answers, message }));
      for (const { text, base64 } of parts) sent.write(text ?? Buffer.from(base64, 'base64'));
      sent.end();
      if (drop) setTimeout(() => sent.destroy(new Error(drop)), 5);
    });`,
};
