import type { Content, Document, Operation, Parameter } from './document';
import { resolveIn } from './document';
import { schemaChanges } from './schema-changes';

/** Removals and narrowings, one per line; additions are compatible. */
export function breakingChanges(was: Document, is: Document): string[] {
  const requests = schemaChanges([was, is], 'service');
  const answers = schemaChanges([was, is], 'client');

  const contentChanges = (at: string, before: Content, after: Content | undefined, compare: typeof requests) =>
    Object.entries(before.content).flatMap(([type, { schema }]) => {
      const now = after?.content[type]?.schema;
      return now ? compare(at, [schema, now]) : [`${at}: ${type} is gone`];
    });

  const parameterChanges = (at: string, before: readonly Parameter[], after: readonly Parameter[]) => {
    const find = (list: readonly Parameter[], one: Parameter) =>
      list.find(({ name, in: place }) => name === one.name && place === one.in);
    const added = after.filter((one) => one.required && !find(before, one));
    return [
      ...added.map(({ name }) => `${at} ${name}: is required`),
      ...before.flatMap((one) => {
        const [place, now] = [`${at} ${one.name}`, find(after, one)];
        if (!now) return [`${place}: is gone`];
        const defaults = [one.schema.default, now.schema.default].map((value) => JSON.stringify(value));
        return [
          ...(now.required && !one.required ? [`${place}: is required`] : []),
          ...(defaults[0] === defaults[1] ? [] : [`${place}: default ${defaults[0]} became ${defaults[1]}`]),
          ...requests(place, [one.schema, now.schema]),
        ];
      }),
    ];
  };

  const operationChanges = (at: string, before: Operation, after: Operation | undefined): string[] => {
    if (!after) return [`${at}: is gone`];
    const getAnswer = (document: Document, operation: Operation, status: string) => {
      const answer = operation.responses[status];
      return (answer?.$ref ? resolveIn(document, answer.$ref) : answer) as Content | undefined;
    };
    return [
      ...(before.operationId === after.operationId ? [] : [`${at}: operationId became ${after.operationId}`]),
      ...(takesAnyone(before) && !takesAnyone(after) ? [`${at}: needs a key`] : []),
      ...parameterChanges(at, before.parameters, after.parameters),
      ...(after.requestBody && !before.requestBody ? [`${at}: needs a body`] : []),
      ...(before.requestBody ? contentChanges(`${at} body`, before.requestBody, after.requestBody, requests) : []),
      ...Object.keys(before.responses).flatMap((status) => {
        const [then, now] = [getAnswer(was, before, status), getAnswer(is, after, status)];
        return then ? contentChanges(`${at} ${status}`, then, now, answers) : [];
      }),
    ];
  };

  return [
    ...Object.entries(was.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, operation]) =>
        operationChanges(`${method.toUpperCase()} ${path}`, operation, is.paths[path]?.[method]),
      ),
    ),
    ...Object.entries(was.webhooks).flatMap(([eventType, { post }]) => {
      const now = is.webhooks[eventType]?.post.requestBody;
      return post.requestBody ? contentChanges(`webhook ${eventType}`, post.requestBody, now, answers) : [];
    }),
    // Generated clients have types by these names.
    ...Object.keys(was.components.schemas)
      .filter((name) => !is.components.schemas[name])
      .map((name) => `schema ${name}: is gone`),
  ];
}

/** An operation without `security` has the document's, where a key is optional. */
const takesAnyone = ({ security }: Operation) =>
  security === undefined || security.length === 0 || security.some((one) => Object.keys(one).length === 0);
