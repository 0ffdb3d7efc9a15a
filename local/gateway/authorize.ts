import { covers } from '../iam/statements';
import { FunctionError, type LambdaFunction } from '../lambda/pool';
import type { ResponseType } from './answers';
import { authorizerEvent, type CommonEvent, methodArn, type Request } from './event';

export type Authorization =
  | { readonly context: Readonly<Record<string, string>>; readonly usageKey?: string }
  | { readonly refused: ResponseType };

interface Statement {
  readonly Effect?: string;
  readonly Action?: string | readonly string[];
  readonly Resource?: string | readonly string[];
}
interface Result {
  readonly principalId?: string;
  readonly policyDocument?: { readonly Statement?: Statement | readonly Statement[] };
  readonly context?: Readonly<Record<string, unknown>>;
  readonly usageIdentifierKey?: string;
}

export async function authorize(
  request: Request,
  common: CommonEvent,
  authorizer: LambdaFunction,
): Promise<Authorization> {
  let result: Result | null;
  try {
    result = (await authorizer.invoke(authorizerEvent(request, common), 'request')) as Result | null;
  } catch (error) {
    // Authorizers request a 401 by throwing exactly this message.
    const unauthorized = error instanceof FunctionError && error.message === 'Unauthorized';
    return { refused: unauthorized ? 'UNAUTHORIZED' : 'AUTHORIZER_FAILURE' };
  }
  const statements = [result?.policyDocument?.Statement ?? []].flat() as readonly Statement[];
  if (!result?.principalId || statements.length === 0) return { refused: 'AUTHORIZER_CONFIGURATION_ERROR' };

  const arn = methodArn(request);
  const applies = (effect: string) =>
    statements.some(
      ({ Effect, Action, Resource }) =>
        Effect === effect &&
        covers([Action ?? []].flat(), 'execute-api:Invoke') &&
        covers([Resource ?? []].flat(), arn),
    );
  if (applies('Deny') || !applies('Allow')) return { refused: 'ACCESS_DENIED' };

  const context = Object.entries({ ...result.context, principalId: result.principalId });
  return {
    context: Object.fromEntries(context.map(([name, value]) => [name, String(value)])),
    ...(result.usageIdentifierKey === undefined ? {} : { usageKey: result.usageIdentifierKey }),
  };
}
