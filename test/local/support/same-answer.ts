import { perform } from '../../../local/dynamodb/actions';
import type { Access } from '../../../local/iam/statements';
import type { Things } from './things';

type Body = Readonly<Record<string, unknown>>;

/**
 * The answer to a call, checked to be the same as the answer of dynalite and to be authorized in the same way.
 * `order`: sorts the unordered parts of an answer.
 */
export async function sameAnswer(
  { store }: Things,
  call: string,
  body: Body,
  order: (answer: Body) => Body = (answer) => answer,
): Promise<Body> {
  const ask = async (more: Body) => {
    const judged: Access[] = [];
    const admit = (accesses: readonly Access[]) => void judged.push(...accesses);
    const answer = await perform(store, call, structuredClone({ ...body, ...more }), admit).catch(
      (error: { body?: unknown }) => ({ refused: error.body ?? error }),
    );
    return { judged, answer: order(JSON.parse(JSON.stringify(answer)) as Body) };
  };
  // Without effect, but unknown to the quick path.
  const [answer, expected] = [await ask({}), await ask({ ReturnConsumedCapacity: 'NONE' })];
  expect({ body, ...answer }).toEqual({ body, ...expected });
  return answer.answer;
}
