export type Topics = readonly (string | undefined)[];
export type Operators = Readonly<Record<string, 'and' | 'or' | undefined>>;

/** Of `eth_getLogs`: null matches any topic, and topics after the last one asked for are open. */
export function nodeTopics(topics: Topics): readonly (string | null)[] {
  const last = topics.findLastIndex((topic) => topic !== undefined);
  return topics.slice(0, last + 1).map((topic) => topic ?? null);
}

/** Whether any pair of the given topics is joined by `or`: nodes cannot filter by that. */
export const hasAlternatives = (topics: Topics, operators: Operators): boolean =>
  alternativesIn(topics, operators).length > 0;

/** A pair without an operator is joined by `and`. A topic that is in no `or` pair must match. */
export function matches(found: readonly string[], topics: Topics, operators: Operators): boolean {
  const holds = (i: number): boolean => found[i]?.toLowerCase() === topics[i];
  const alternatives = alternativesIn(topics, operators);
  const inAlternatives = new Set(alternatives.flat());
  return (
    topics.every((topic, i) => topic === undefined || inAlternatives.has(i) || holds(i)) &&
    alternatives.every(([a, b]) => holds(a) || holds(b))
  );
}

/** Pairs of given topics, by index. */
function alternativesIn(topics: Topics, operators: Operators): (readonly [number, number])[] {
  const given = topics.flatMap((topic, i) => (topic === undefined ? [] : [i]));
  const pairs = given.flatMap((a, i) => given.slice(i + 1).map((b) => [a, b] as const));
  return pairs.filter(([a, b]) => operators[`topic${a}_${b}_opr`] === 'or');
}
