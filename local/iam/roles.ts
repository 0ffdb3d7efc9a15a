import type { Resources } from '../resources';
import { type Access, isAllowed, type Statement } from './statements';

export interface Role {
  readonly arn: string;
  readonly trusts: readonly string[];
  readonly statements: readonly Statement[];
}
/** By function name. Plain data, so that they can be passed to a thread. */
export type Policies = Readonly<Record<string, Role>>;

export function getRoles(resources: Resources): ReadonlyMap<string, Role> {
  const policies = [...resources.of('AWS::IAM::Policy'), ...resources.of('AWS::IAM::ManagedPolicy')].map(
    ({ properties }) => properties,
  );
  return new Map(
    resources.of('AWS::IAM::Role').map(({ ref, attributes: { Arn = '' }, properties }) => {
      const { AssumeRolePolicyDocument: trust } = properties;
      const statements = policies
        .filter(({ Roles }) => Roles.includes(ref))
        .flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
      return [Arn, { arn: Arn, trusts: trust.Statement.flatMap(({ Principal }) => Principal.Service), statements }];
    }),
  );
}

/** Throws if a role does not exist or cannot be assumed by Lambda. */
export function toPolicies(resources: Resources, roles: ReadonlyMap<string, Role>): Policies {
  return Object.fromEntries(
    resources.of('AWS::Lambda::Function').map(({ ref, properties: { Role } }) => {
      return [ref, assumed(roles, Role, 'lambda.amazonaws.com', ref)];
    }),
  );
}

/** Throws a one-sentence error if the role does not exist or the service may not assume it. */
export function assumed(roles: ReadonlyMap<string, Role>, arn: string, service: string, place: string): Role {
  const role = roles.get(arn);
  if (!role) throw new Error(`${place} names the role ${arn}, which is not in any stack.`);
  if (role.trusts.includes(service)) return role;
  throw new Error(`${place} names the role ${arn}, which ${service} may not assume.`);
}

export const CALLER_HEADER = 'x-local-function';

export type Judge = ReturnType<typeof createJudge>;

export function createJudge(policies: Policies) {
  /** A denial in AWS's words. Calls without a caller are allowed: from the runner as an AWS service, or an operator. */
  return (caller: string | string[] | undefined, accesses: readonly Access[]): string | undefined => {
    if (caller === undefined) return undefined;
    const role = policies[String(caller)];
    const denied = accesses.find((access) => !role || !isAllowed(role.statements, access));
    if (!denied) return undefined;
    const user = `${role?.arn ?? 'nobody'}/${String(caller)}`;
    return `User: ${user} is not authorized to perform: ${denied.action} on resource: ${denied.resource} because no identity-based policy allows the ${denied.action} action`;
  };
}
