import { startReplayNode } from '../../../demo/p-chain/replay-node';
import { smallRecording } from './small-recording';

/** The content type that the node accepts. */
export const JSON_TYPE = { 'content-type': 'application/json' };

/** A replay of the small recording, with request helpers. It stays at its first height, 11, until `now` advances. */
export async function startAsking(now: () => number = () => 0) {
  const node = await startReplayNode({ recording: smallRecording().path, msPerHeight: 100, now });
  const post = (body: string, headers: Record<string, string> = JSON_TYPE, path = '/ext/bc/P') =>
    fetch(node.url + path, { method: 'POST', headers, body });
  const said = async (body: string) => (await post(body)).text();
  const call = (method: string, params: string) =>
    said(`{"jsonrpc":"2.0","method":"platform.${method}","params":${params},"id":1}`);
  return { node, post, said, call };
}

/** The body of a result. */
export const result = (text: string, id = '1') => `{"jsonrpc":"2.0","result":${text},"id":${id}}\n`;

/** The body of an error. */
export const error = (message: string, code = -32000, data = 'null', id = '1') =>
  `{"jsonrpc":"2.0","error":{"code":${code},"message":${JSON.stringify(message)},"data":${data}},"id":${id}}\n`;
