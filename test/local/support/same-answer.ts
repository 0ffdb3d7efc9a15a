import { perform } from '../../../local/dynamodb/actions';
import type { Access } from '../../../local/iam/statements';
import type { Things } from './things';

type Body = Readonly<Record<string, unknown>>;

/**
 * What a call is answered, checked to be what dynalite answers, for a caller that is judged as the same.
 * `order`: puts what has no order into one.
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
  // A setting that the quick way does not know, and that changes nothing.
  const [answer, expected] = [await ask({}), await ask({ ReturnConsumedCapacity: 'NONE' })];
  expect({ body, ...answer }).toEqual({ body, ...expected });
  return answer.answer;
}
