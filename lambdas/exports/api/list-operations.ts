import { listOperations } from '../contract/endpoints';
import { asOf } from '../domain/operation';
import { operationView } from '../views/operation';
import { implement } from './implement';

export const handler = implement(listOperations, async ({ query, page, caller, deps }) => {
  const { status } = query;
  const now = deps.now();
  const list = deps.Operation.ofOwner(caller.ownerId);
  const { values, next } = await deps.page([list], {
    ...page,
    ...(status === undefined ? {} : { keep: (one) => asOf(one, now).status === status }),
    ascending: false,
  });
  const operations = await Promise.all(
    values.map((one) => operationView(one, { now, getDownloadUrl: deps.files.toUrl })),
  );
  return { operations, ...page.token(next, 0) };
});
