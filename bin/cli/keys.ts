import { randomInt } from 'node:crypto';
import {
  APIGatewayClient,
  type ApiKey,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
  paginateGetApiKeys,
  paginateGetUsagePlans,
} from '@aws-sdk/client-api-gateway';
import { createClient } from '../../lambdas/core/aws/clients';
import { keyText, OWNER, parseKey } from '../../lambdas/core/contract/key-text';
import type { PlanName } from '../../lambdas/core/contract/plans';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Without the value: only `createKey` returns that. */
export interface ListedKey {
  readonly id: string;
  readonly name: string;
  readonly owner: string;
  readonly plan: string;
  readonly createdAt: string;
}

export function gateway(local?: { readonly controlUrl: string; readonly token: string }): APIGatewayClient {
  if (local === undefined) return createClient(APIGatewayClient, {});
  const { controlUrl: endpoint, token } = local;
  const credentials = { accessKeyId: token, secretAccessKey: token };
  return createClient(APIGatewayClient, { endpoint, region: 'us-east-1', credentials });
}

/** `service`: the `name` of the configuration. Throws if the plan is not deployed. */
export async function createKey(
  client: APIGatewayClient,
  { service, name, owner, plan }: { service: string; name: string; owner: string; plan: PlanName },
): Promise<{ id: string; key: string }> {
  if (!OWNER.test(owner))
    throw new Error(`invalid owner ${owner}: must be 1 to 40 lower-case letters, digits or hyphens`);
  const planId = await findPlan(client, `${service}-${plan}`);
  const key = keyText(plan, owner, Array.from({ length: 32 }, () => LETTERS[randomInt(LETTERS.length)]).join(''));
  const tags = { owner, plan, service };
  const made = await client.send(
    new CreateApiKeyCommand({ name, description: `${service} ${plan} ${owner}`, enabled: true, value: key, tags }),
  );
  const id = made.id ?? '';
  await client.send(new CreateUsagePlanKeyCommand({ usagePlanId: planId, keyId: id, keyType: 'API_KEY' }));
  return { id, key };
}

export async function listKeys(client: APIGatewayClient, service: string): Promise<ListedKey[]> {
  const keys: ListedKey[] = [];
  for await (const { items = [] } of paginateGetApiKeys({ client }, { includeValues: false }))
    for (const item of items) {
      const [of, plan, owner] = (item.description ?? '').split(' ');
      if (of === service && plan && owner) keys.push({ ...named(item), owner, plan });
    }
  return keys;
}

/** By id or value. The key works for up to a minute more. Throws if it does not exist. */
export async function revokeKey(client: APIGatewayClient, service: string, idOrKey: string): Promise<ListedKey> {
  const id = parseKey(idOrKey) ? await toId(client, idOrKey) : idOrKey;
  const found = (await listKeys(client, service)).find((key) => key.id === id);
  if (!found) throw new Error(`key ${parseKey(idOrKey) ? '' : `${idOrKey} `}not found: \`keys list\` shows the ids`);
  await client.send(new DeleteApiKeyCommand({ apiKey: found.id }));
  return found;
}

async function findPlan(client: APIGatewayClient, name: string): Promise<string> {
  for await (const { items = [] } of paginateGetUsagePlans({ client }, {}))
    for (const plan of items) if (plan.name === name && plan.id) return plan.id;
  throw new Error(`usage plan ${name} not found in this account and region: deploy first`);
}

async function toId(client: APIGatewayClient, key: string): Promise<string | undefined> {
  for await (const { items = [] } of paginateGetApiKeys({ client }, { includeValues: true }))
    for (const item of items) if (item.value === key) return item.id;
  return undefined;
}

const named = ({ id = '', name = '', createdDate }: ApiKey) => ({
  id,
  name,
  createdAt: createdDate?.toISOString() ?? '',
});
