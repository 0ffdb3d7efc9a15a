import { callKey, type Params } from './calls';
import { refusal } from './json-rpc';
import type { Answer, Recording } from './recording';

const MAX_CONTAINERS = 1_024;

/** Index 0 is block 1. */
export function getContainers(recording: Recording, current: number, { startIndex, numToFetch }: Params): Answer {
  const [from, count] = [Number(startIndex), Number(numToFetch)];
  if (!(count >= 1 && count <= MAX_CONTAINERS)) return refusal(`numToFetch must be in [1,${MAX_CONTAINERS}]`);
  if (!(from < current)) return refusal(`start index (${from}) > last accepted index (${current - 1})`);
  const found = Array.from({ length: Math.min(count, current - from) }, (_, i) => {
    const answer = recording.at(callKey('index.getContainerByIndex', { index: String(from + i) }), current);
    return answer && 'text' in answer ? [answer.text] : [];
  });
  return { text: `{"containers":[${found.flat().join(',')}]}` };
}
