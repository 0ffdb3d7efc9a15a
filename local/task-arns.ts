/** ARNs of the functions that a state machine runs, from the text of its definition. */
export const taskArns = (definition: string): string[] =>
  [...definition.matchAll(/"Resource":"(arn:aws:lambda:[^"]+)"/g)].map(([, arn = '']) => arn);
