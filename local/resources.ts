import * as z from 'zod';
import type { Assembly, Stack } from './assembly';
import { ACCOUNT, identify, REGION } from './identities';
import { resolve, type Scope } from './intrinsics';
import { type HandledType, handledTypes, type Properties, skippedTypes } from './resource-types';

export interface Resource<Type extends HandledType = HandledType> {
  readonly stack: string;
  readonly logicalId: string;
  readonly type: Type;
  readonly properties: Properties<Type>;
  readonly ref: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface Resources {
  of<Type extends HandledType>(type: Type): readonly Resource<Type>[];
}

/** Throws a one-sentence error for an unsupported type or property. `queueEndpoint`: prefix of queue URLs. */
export function loadResources({ stacks }: Assembly, queueEndpoint: string): Resources {
  const outputs = new Map<string, () => unknown>();
  const loaded: Resource[] = [];
  const stored = new Map<string, string>();
  for (const stack of stacks) {
    const getScope = createScopes(stack, queueEndpoint, { outputs, stored });
    for (const [logicalId, { Type, Condition, Properties: raw }] of Object.entries(stack.template.Resources)) {
      if (Condition !== undefined && !getScope(logicalId).condition(Condition)) continue;
      if (skippedTypes.some(([pattern]) => pattern.test(Type))) continue;
      const type = handledType(Type, `${stack.name}/${logicalId}`);
      const properties = check(type, resolve(raw, getScope(logicalId)), `${stack.name}/${logicalId}`);
      const identity = identify({ type, stack: stack.name, logicalId, properties }, queueEndpoint);
      const resource = { stack: stack.name, logicalId, type, properties, ...identity } as Resource;
      if (isStored(resource)) stored.set(resource.properties.Name, resource.properties.Value);
      loaded.push(resource);
    }
    for (const [name, { Value }] of Object.entries(stack.template.Outputs))
      outputs.set(`${stack.name}.${name}`, () => resolve(Value, getScope(`output ${name}`)));
  }
  return {
    of: <Type extends HandledType>(type: Type) =>
      loaded.filter((each) => each.type === type) as never as Resource<Type>[],
  };
}

const isStored = (resource: Resource): resource is Resource<'AWS::SSM::Parameter'> =>
  resource.type === 'AWS::SSM::Parameter';

interface EarlierStacks {
  readonly outputs: ReadonlyMap<string, () => unknown>;
  /** SSM parameters by name. */
  readonly stored: ReadonlyMap<string, string>;
}

function createScopes(stack: Stack, queueEndpoint: string, { outputs, stored }: EarlierStacks) {
  const { template, name: stackName } = stack;
  const pseudo: Record<string, unknown> = {
    'AWS::AccountId': ACCOUNT,
    'AWS::Region': REGION,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
    'AWS::StackName': stackName,
    'AWS::StackId': `arn:aws:cloudformation:${REGION}:${ACCOUNT}:stack/${stackName}/local`,
    'AWS::NoValue': undefined,
  };
  return (logicalId: string): Scope => {
    const place = `${stackName}/${logicalId}`;
    // Names may contain references, so identities are resolved on demand from the properties they need.
    const getIdentity = (target: string) => {
      const resource = template.Resources[target];
      if (!resource) throw new Error(`${place} refers to ${target}, which is not in the stack.`);
      const named = Object.entries(resource.Properties).filter(([key]) => key.endsWith('Name') || key === 'Handler');
      const properties = resolve(Object.fromEntries(named), scope) as Record<string, unknown>;
      return identify({ type: resource.Type, stack: stackName, logicalId: target, properties }, queueEndpoint);
    };
    const scope: Scope = {
      place,
      ref(name) {
        if (name in pseudo) return pseudo[name];
        const parameter = template.Parameters[name];
        if (!parameter) return getIdentity(name).ref;
        const { Type, Default } = parameter;
        const value = Type.startsWith('AWS::SSM::Parameter::Value') ? stored.get(String(Default)) : undefined;
        return value ?? Default;
      },
      attribute(target, name) {
        const value = getIdentity(target).attributes[name];
        if (value === undefined)
          throw new Error(
            `${place} reads ${target}.${name}, which the local runner does not support; add it to local/identities.ts.`,
          );
        return value;
      },
      condition: (name) => resolve(template.Conditions[name], scope),
      stackOutput(stack, name) {
        const value = outputs.get(`${stack}.${name}`);
        if (!value) throw new Error(`${place} reads output ${name} of ${stack}, which is not in any earlier stack.`);
        return value();
      },
    };
    return scope;
  };
}

function handledType(type: string, place: string): HandledType {
  if (type in handledTypes) return type as HandledType;
  throw new Error(
    `${place} is of type ${type}, which the local runner neither runs nor skips; add it to local/resource-types.ts.`,
  );
}

function check<Type extends HandledType>(type: Type, properties: unknown, place: string): Properties<Type> {
  const result = handledTypes[type].safeParse(properties);
  if (result.success) return result.data as Properties<Type>;
  throw new Error(`${place} (${type}): ${sentence(result.error)}; the local runner rejects unsupported settings.`);
}

function sentence({ issues }: z.ZodError): string {
  return issues
    .map((issue) => {
      const unknown = issue.code === 'unrecognized_keys' ? issue.keys : [];
      const path = z.core.toDotPath(issue.path);
      return unknown.length > 0
        ? `property ${[path, unknown.join(', ')].filter(Boolean).join('.')} is not supported`
        : `property ${path} has an unsupported value (${issue.message})`;
    })
    .join('; ');
}
