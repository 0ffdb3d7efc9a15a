import type { Resources } from '../resources';
import { type Access, isAllowed, type Statement } from './statements';

/** A role of the template. */
export interface Role {
  readonly arn: string;
  /** The services that may assume it. */
  readonly trusts: readonly string[];
  readonly statements: readonly Statement[];
}
/** What a function may do: plain data, so that it can be passed to a thread. */
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

/** What each function may do, by its name. Throws if one has no role that Lambda may assume. */
export function toPolicies(resources: Resources, roles: ReadonlyMap<string, Role>): Policies {
  return Object.fromEntries(
    resources.of('AWS::Lambda::Function').map(({ ref, properties: { Role } }) => {
      return [ref, assumed(roles, Role, 'lambda.amazonaws.com', ref)];
    }),
  );
}

/** A role that a service acts with. Throws a one-sentence error if there is none, or the service may not assume it. */
export function assumed(roles: ReadonlyMap<string, Role>, arn: string, service: string, place: string): Role {
  const role = roles.get(arn);
  if (!role) throw new Error(`${place} names the role ${arn}, which is in no stack.`);
  if (role.trusts.includes(service)) return role;
  throw new Error(`${place} names the role ${arn}, which ${service} may not assume.`);
}

/** The header by which a function's calls carry its name. */
export const CALLER_HEADER = 'x-local-function';

/** The result of `createJudge`. */
export type Judge = ReturnType<typeof createJudge>;

/** Decides what functions may do. */
export function createJudge(policies: Policies) {
  /**
   * Why a caller may not do all of this, in AWS's words; undefined if it may. A call without a caller comes from the
   * runner, which stands for AWS's services, or from an operator's tool.
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
