import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { Resource, Resources } from '../resources';
import { readState, writeState } from '../state-file';
import type { Quota, Throttle } from './limits';

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly description?: string | undefined;
  readonly enabled: boolean;
  /** Unix seconds. */
  readonly createdDate: number;
  readonly tags?: Readonly<Record<string, string>> | undefined;
}
export interface UsagePlan {
  readonly id: string;
  readonly name: string;
  readonly throttle?: Throttle;
  readonly quota?: Quota;
  /** `{api id}/{stage}` */
  readonly stages: ReadonlySet<string>;
}

export class ManagementError extends Error {
  constructor(
    readonly status: number,
    readonly type: 'BadRequestException' | 'ConflictException' | 'NotFoundException',
    message: string,
  ) {
    super(message);
  }
}

type NewKey = { readonly [Field in Exclude<keyof ApiKey, 'id' | 'createdDate'>]?: ApiKey[Field] | undefined };

const Created = z.object({
  keys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      value: z.string(),
      description: z.string().optional(),
      enabled: z.boolean(),
      createdDate: z.number(),
      tags: z.record(z.string(), z.string()).optional(),
    }),
  ),
  /** Plan ID by key ID: a key can be in only one plan per stage. */
  plans: z.record(z.string(), z.string()),
});

export type ApiKeys = ReturnType<typeof createApiKeys>;

/** Keys of the template, and keys created at run time, which are stored in a file. */
export function createApiKeys(resources: Resources, file: string) {
  const keys = new Map<string, ApiKey>();
  const planByKey = new Map<string, string>();
  const plans = new Map(resources.of('AWS::ApiGateway::UsagePlan').map((resource) => [resource.ref, plan(resource)]));
  const created = readState(file, Created, { keys: [], plans: {} }, 'API keys must be created again.');
  for (const key of created.keys) keys.set(key.id, key);
  for (const [key, id] of Object.entries(created.plans)) if (plans.has(id)) planByKey.set(key, id);
  const declared = new Set<string>();
  for (const { ref, properties } of resources.of('AWS::ApiGateway::ApiKey')) {
    const { Name: name, Value: value, Enabled: enabled, Description: description } = properties;
    keys.set(ref, { id: ref, name, value, enabled, description, createdDate: 0 });
    declared.add(ref);
  }
  for (const { properties } of resources.of('AWS::ApiGateway::UsagePlanKey'))
    planByKey.set(properties.KeyId, properties.UsagePlanId);

  const save = () => {
    const own = [...keys.values()].filter(({ id }) => !declared.has(id));
    const memberships = [...planByKey].filter(([key]) => !declared.has(key));
    writeState(file, { keys: own, plans: Object.fromEntries(memberships) } satisfies z.input<typeof Created>);
  };
  const get = (id: string): ApiKey => {
    const key = keys.get(id);
    if (!key) throw new ManagementError(404, 'NotFoundException', `Invalid API Key identifier specified: ${id}`);
    return key;
  };
  const findPlan = (id: string): UsagePlan => {
    const found = plans.get(id);
    if (!found) throw new ManagementError(404, 'NotFoundException', `Invalid Usage Plan ID specified: ${id}`);
    return found;
  };

  return {
    get,
    list: (): readonly ApiKey[] => [...keys.values()],
    plans: (): readonly UsagePlan[] => [...plans.values()],
    toKeys: (planId: string): readonly ApiKey[] => {
      const { id } = findPlan(planId);
      return [...keys.values()].filter((key) => planByKey.get(key.id) === id);
    },
    create(input: NewKey): ApiKey {
      const value = input.value ?? randomBytes(20).toString('hex');
      if (value.length < 20 || value.length > 128)
        throw new ManagementError(400, 'BadRequestException', 'API Key value should be 20 to 128 characters long');
      if ([...keys.values()].some((key) => key.value === value))
        throw new ManagementError(409, 'ConflictException', 'API Key already exists');
      const { name = '', description, enabled = false, tags } = input;
      const createdDate = Math.floor(Date.now() / 1000);
      const key = { id: randomBytes(5).toString('hex'), name, value, description, enabled, tags, createdDate };
      keys.set(key.id, key);
      save();
      return key;
    },
    setEnabled(id: string, enabled: boolean): ApiKey {
      const key = { ...get(id), enabled };
      keys.set(id, key);
      save();
      return key;
    },
    remove(id: string): void {
      keys.delete(get(id).id);
      planByKey.delete(id);
      save();
    },
    join(planId: string, keyId: string): ApiKey {
      const key = get(keyId);
      findPlan(planId);
      if (planByKey.has(keyId))
        throw new ManagementError(409, 'ConflictException', `Usage Plan ${planId} cannot be added: the key has a plan`);
      planByKey.set(keyId, planId);
      save();
      return key;
    },
    /** Finds an enabled key by value, if its plan includes the stage. */
    lookUp(value: string, stage: string): { readonly key: ApiKey; readonly plan: UsagePlan } | undefined {
      const key = [...keys.values()].find((each) => each.value === value);
      const found = key?.enabled ? plans.get(planByKey.get(key.id) ?? '') : undefined;
      return key && found?.stages.has(stage) ? { key, plan: found } : undefined;
    },
  };
}

function plan({ ref, properties }: Resource<'AWS::ApiGateway::UsagePlan'>): UsagePlan {
  const { UsagePlanName, Throttle, Quota, ApiStages } = properties;
  return {
    id: ref,
    name: UsagePlanName,
    ...(Throttle ? { throttle: { rate: Throttle.RateLimit, burst: Throttle.BurstLimit } } : {}),
    ...(Quota ? { quota: { limit: Quota.Limit, period: Quota.Period } } : {}),
    stages: new Set(ApiStages.map(({ ApiId, Stage }) => `${ApiId}/${Stage}`)),
  };
}
