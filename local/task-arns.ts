export const taskArns = (definition: string): string[] =>
  [...definition.matchAll(/"Resource":"(arn:aws:lambda:[^"]+)"/g)].map(([, arn = '']) => arn);
