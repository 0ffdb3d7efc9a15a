import { inGroups } from '../../../lambdas/core/runtime/concurrency';

/** Grouped work in which the test ends each group. */
function world(most = 3) {
  const groups: { readonly of: readonly number[]; readonly end: PromiseWithResolvers<void> }[] = [];
  const run = inGroups(most, async (of: readonly number[]) => {
    const end = Promise.withResolvers<void>();
    groups.push({ of, end });
    await end.promise;
    return (one) => one * 10;
  });
  const began = async (count: number) => {
    while (groups.length < count) await new Promise(setImmediate);
  };
  return { groups, run, began };
}

test('concurrent calls form one group, and calls during its work form the next', async () => {
  const { groups, run, began } = world();
  const first = [run(1), run(2)];
  await began(1);
  const later = [run(3), run(4), run(5), run(6)];
  groups[0]?.end.resolve();
  await began(2);
  groups[1]?.end.resolve();
  await began(3);
  groups[2]?.end.resolve();
  expect(await Promise.all([...first, ...later])).toEqual([10, 20, 30, 40, 50, 60]);
  expect(groups.map(({ of }) => of)).toEqual([[1, 2], [3, 4, 5], [6]]);
});

test('a failed group rejects each of its callers, and the next group runs', async () => {
  const { groups, run, began } = world();
  const failing = [run(1), run(2)];
  await began(1);
  const next = run(3);
  groups[0]?.end.reject(new Error('no'));
  expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await began(2);
  groups[1]?.end.resolve();
  expect(await next).toBe(30);
});
