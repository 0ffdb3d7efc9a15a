/** Function ARNs in a state machine's definition (JSON text). */
export const taskArns = (definition: string): string[] =>
  [...definition.matchAll(/"Resource":"(arn:aws:lambda:[^"]+)"/g)].map(([, arn = '']) => arn);
