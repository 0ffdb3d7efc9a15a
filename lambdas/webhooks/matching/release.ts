import type { MatcherDeps } from './deps';

/**
 * Only messages of canonical blocks. `hash`: the announced block; if it is no longer canonical, its successor at this
 * number releases them. The rest of a long list continues as a message on the matcher's own queue.
 */
export async function release(deps: MatcherDeps, chain: string, number: number, hash?: string): Promise<void> {
  const { blocks, outbox, later, now } = deps;
  const { held, more } = await blocks.heldUpTo(chain, number);
  if (held.length === 0) return;
  const canonical = await blocks.areCanonical(chain, [
    ...held.map(({ block }) => block),
    ...(hash === undefined ? [] : [{ number, hash }]),
  ]);
  if (hash !== undefined && !canonical.has(hash)) return;
  const released = held.filter(({ block }) => canonical.has(block.hash));
  await outbox.add(
    released.map(({ position }) => ({ ...position, replay: false, due: now() })),
    now(),
  );
  await deps.announce(released.map(({ position, owner }) => ({ webhook: position.webhook, owner })));
  await blocks.release(held);
  if (more) await later.send([{ releaseRest: { chain, number, ...(hash === undefined ? {} : { hash }) } }]);
}
