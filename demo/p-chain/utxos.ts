import { callKey, type Params } from './calls';
import { refusal } from './json-rpc';
import type { Answer, Recording } from './recording';

const NO_ID = '11111111111111111111111111111111LpoYY';

type Utxos = { utxos: string[]; endIndex: { address: string; utxo: string } };

/** Merged from the answers of single addresses. The first page has all UTXOs; the page after it is empty. */
export function getUtxos(
  recording: Recording,
  height: number,
  { addresses = [], sourceChain = '"P"', startIndex, encoding = 'hex' }: Params,
): Answer {
  const wanted = [addresses].flat();
  const [first] = wanted;
  if (first === undefined) return refusal('no addresses provided');
  if (encoding !== 'hex' || sourceChain !== '"P"') return refusal('not recorded');
  const found = wanted.flatMap((address): Utxos[] => {
    const answer = recording.at(callKey('platform.getUTXOs', { addresses: [address] }), height);
    return answer && 'text' in answer ? [JSON.parse(answer.text) as Utxos] : [];
  });
  const utxos = startIndex === undefined ? [...new Set(found.flatMap((one) => one.utxos))] : [];
  const endIndex = found.at(-1)?.endIndex ?? { address: wanted.at(-1) ?? first, utxo: NO_ID };
  return { text: JSON.stringify({ numFetched: String(utxos.length), utxos, endIndex, encoding }) };
}
