// Shared by lib/ and the command line, which must not load aws-cdk-lib: imports nothing.

/** The stacks of a service, in the order in which they are created. */
export const STACKS = ['data', 'indexer', 'webhooks', 'api', 'observability'] as const;

/** Name of a stack. `service`: the `name` of the configuration. */
export const stackName = (service: string, stack: (typeof STACKS)[number]): string => `${service}-${stack}`;
