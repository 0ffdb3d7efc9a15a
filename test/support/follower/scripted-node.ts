import { createBatchSize } from '../../../lambdas/chain/follower/batch-size';
import type { BlockSource, BlockSummary } from '../../../lambdas/chain/kind';
import { NodeDown } from '../../../lambdas/core/node/errors';

export type Asked = 'identity' | 'head' | 'blocks' | 'hashes';

export function scriptedNode<Raw>(summary: (raw: Raw) => BlockSummary) {
  let branch: readonly Raw[] = [];
  let others: readonly (readonly Raw[])[] = [];
  let lag = 0;
  let fails: (asked: Asked) => boolean = () => false;
  let calls = 0;
  const shown = (asked: Asked): readonly Raw[] => {
    calls += 1;
    if (fails(asked)) throw new NodeDown(`scripted: ${asked}`);
    const members = [branch, ...others];
    const member = members[calls % members.length] ?? branch;
    return member.slice(0, Math.max(1, member.length - lag));
  };
  const find = (raws: readonly Raw[], number: number) => raws.find((raw) => summary(raw).number === number);
  /** A missing height below existing blocks is a gap; above them, it is not there yet. */
  const isEmpty = (raws: readonly Raw[], number: number) => raws.some((raw) => summary(raw).number > number);
  const source: BlockSource<Raw> = {
    batch: createBatchSize(),
    async checkIdentity() {
      shown('identity');
    },
    async head() {
      const last = shown('head').at(-1);
      if (last === undefined) throw new NodeDown('no block yet');
      return summary(last);
    },
    async blocks(from, to) {
      const raws = shown('blocks');
      return Array.from({ length: to - from + 1 }, (_, i) => {
        const raw = find(raws, from + i);
        if (raw === undefined && !isEmpty(raws, from + i)) throw new NodeDown(`no block ${from + i}`);
        return raw;
      }).filter((raw) => raw !== undefined);
    },
    async hashes(numbers) {
      const raws = shown('hashes');
      return numbers.map((number) => {
        const raw = find(raws, number);
        if (raw === undefined && !isEmpty(raws, number)) throw new NodeDown(`no block ${number}`);
        return raw === undefined ? '' : summary(raw).hash;
      });
    },
  };
  return {
    source,
    get branch() {
      return branch;
    },
    serve(blocks: readonly Raw[]): void {
      branch = blocks;
    },
    lagBy(blocks: number): void {
      lag = blocks;
    },
    /** A load balancer's members, answering by turns with the served branch. Without arguments: one view. */
    disagreeWith(...branches: readonly (readonly Raw[])[]): void {
      others = branches;
    },
    fail(rule: (asked: Asked) => boolean = () => false): void {
      fails = rule;
    },
  };
}
