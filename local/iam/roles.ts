import type { Resources } from '../resources';
import { type Access, isAllowed, type Statement } from './statements';

/** A role of the template. */
export interface Role {
  readonly arn: string;
  /** Services that may assume it. */
  readonly trusts: readonly string[];
  readonly statements: readonly Statement[];
}
/** Roles by function name: plain data, so that they can be passed to a thread. */
export type Policies = Readonly<Record<string, Role>>;

/** The roles of an assembly, by ARN. */
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

/** Each function's role by function name. Throws if a role does not exist or cannot be assumed by Lambda. */
export function toPolicies(resources: Resources, roles: ReadonlyMap<string, Role>): Policies {
  return Object.fromEntries(
    resources.of('AWS::Lambda::Function').map(({ ref, properties: { Role } }) => {
      return [ref, assumed(roles, Role, 'lambda.amazonaws.com', ref)];
    }),
  );
}

/** The role a service assumes. Throws a one-sentence error if it does not exist or the service may not assume it. */
export function assumed(roles: ReadonlyMap<string, Role>, arn: string, service: string, place: string): Role {
  const role = roles.get(arn);
  if (!role) throw new Error(`${place} names the role ${arn}, which is not in any stack.`);
  if (role.trusts.includes(service)) return role;
  throw new Error(`${place} names the role ${arn}, which ${service} may not assume.`);
}

/** Header with the name of the calling function. */
export const CALLER_HEADER = 'x-local-function';

export type Judge = ReturnType<typeof createJudge>;

/** Authorizes calls of functions. */
export function createJudge(policies: Policies) {
  /**
   * The reason for a denial, in AWS's words; undefined if all accesses are allowed. A call without a caller comes from
   * the runner itself (acting as an AWS service) or from an operator's tool, and is always allowed.
   */
  return (caller: string | string[] | undefined, accesses: readonly Access[]): string | undefined => {
    if (caller === undefined) return undefined;
    const role = policies[String(caller)];
    const denied = accesses.find((access) => !role || !isAllowed(role.statements, access));
    if (!denied) return undefined;
    const user = `${role?.arn ?? 'nobody'}/${String(caller)}`;
    return `User: ${user} is not authorized to perform: ${denied.action} on resource: ${denied.resource} because no identity-based policy allows the ${denied.action} action`;
  };
}
