import { startReplayNode } from '../../../demo/p-chain/replay-node';
import { smallRecording } from './small-recording';

/** The header of a request that the node reads. */
export const JSON_TYPE = { 'content-type': 'application/json' };

/** A replay of the small recording, and ways to ask it. It is at height 11, the first, until `now` says otherwise. */
export async function startAsking(now: () => number = () => 0) {
  const node = await startReplayNode({ recording: smallRecording().path, msPerHeight: 100, now });
  const post = (body: string, headers: Record<string, string> = JSON_TYPE, path = '/ext/bc/P') =>
    fetch(node.url + path, { method: 'POST', headers, body });
  const said = async (body: string) => (await post(body)).text();
  const call = (method: string, params: string) =>
    said(`{"jsonrpc":"2.0","method":"platform.${method}","params":${params},"id":1}`);
  return { node, post, said, call };
}

/** The text of an answer. */
export const result = (text: string, id = '1') => `{"jsonrpc":"2.0","result":${text},"id":${id}}\n`;

/** The text of a refusal. */
export const error = (message: string, code = -32000, data = 'null', id = '1') =>
  `{"jsonrpc":"2.0","error":{"code":${code},"message":${JSON.stringify(message)},"data":${data}},"id":${id}}\n`;
