import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** The client of the service, as one module. */
function bundledClient(): string {
  const entry = fileURLToPath(new URL('../../../lambdas/core/table/dynamo-client.ts', import.meta.url));
  const built = buildSync({
    ...{ entryPoints: [entry], bundle: true, format: 'esm', platform: 'node', write: false },
    mainFields: ['module', 'main'],
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
  });
  const [file] = built.outputFiles;
  return file?.text ?? '';
}

/** Sources of functions by file: they call the store with the client of the service, or any URL with plain Node. */
export const callers = {
  client: bundledClient(),
  gets: `import { threadId } from 'node:worker_threads';
    import { createDynamoClient } from './client.mjs';
    const client = createDynamoClient();
    const get = (k) => client.call('GetItem', { TableName: 'things', Key: { k } }).then(
      ({ Item }) => Item,
      ({ name, message, $metadata }) => ({ name, message, statusCode: $metadata?.httpStatusCode }),
    );
    export const handler = async ({ keys, leave, wait = 0, abortAfter }) => {
      if (abortAfter !== undefined) {
        const input = { TableName: 'things', Key: { k: keys[0] } };
        return client.call('GetItem', input, abortAfter ? AbortSignal.timeout(abortAfter) : AbortSignal.abort()).catch(
          ({ name }) => ({ name }),
        );
      }
      if (leave) setTimeout(() => get(leave), 50);
      await new Promise((resolve) => setTimeout(resolve, wait));
      return { threadId, items: await Promise.all(keys.map(get)) };
    };`,
  again: `export { handler } from './gets.mjs';`,
  sends: `import { request } from 'node:http';
    export const handler = ({ url, text, authorization = 'AWS4-HMAC-SHA256 and more' }) => new Promise((resolve, reject) => {
      const { hostname, port, host } = new URL(url ?? process.env.AWS_ENDPOINT_URL_DYNAMODB);
      const headers = { host, authorization, 'x-amz-target': 'DynamoDB_20120810.GetItem' };
      const sent = request({ method: 'POST', hostname, port, path: '/', headers }, async (response) => {
        resolve({ status: response.statusCode, text: Buffer.concat(await response.toArray()).toString() });
      });
      sent.on('error', reject);
      sent.end(text);
    });`,
};
