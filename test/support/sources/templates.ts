import { App, type AppProps, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { addStacks } from '../../../lib/app';
import { parseConfig } from '../../../lib/config';

/** A resource of a template, as far as tests look at it. */
export interface Resource {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
  readonly DeletionPolicy?: string;
  readonly DependsOn?: readonly string[];
}
/** A template. */
export interface TemplateJson {
  readonly Outputs?: Readonly<Record<string, object>>;
  readonly Resources: Readonly<Record<string, Resource>>;
}
/** A statement of a policy. */
export interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: {
    readonly 'ForAllValues:StringLike': Readonly<Record<string, readonly string[]>>;
    readonly Null: Readonly<Record<string, string>>;
  };
}

const inline = Code.fromInline('x');

/** The stacks of a configuration, with code that needs no build. */
export const getStacks = (value: unknown, app?: AppProps) =>
  addStacks(new App(app), parseConfig(value, 'test'), () => inline);

/** A stack's template. */
export const getTemplate = (stack: Stack): TemplateJson => Template.fromStack(stack).toJSON() as TemplateJson;

/** The templates of stacks, by their names in `addStacks`. */
export const getTemplates = (stacks: ReturnType<typeof getStacks>): Readonly<Record<string, TemplateJson>> =>
  Object.fromEntries(Object.entries(stacks).map(([name, stack]) => [name, getTemplate(stack)]));

const known = new Map<string, ReturnType<typeof getTemplates>>();

/**
 * The templates of a configuration, synthesized once for all tests of a worker: they only read them. Not validated against
 * CloudFormation's schemas, which takes longer than the synthesis: tests of stacks are.
 */
export function templatesFor(value: unknown): ReturnType<typeof getTemplates> {
  const key = JSON.stringify(value);
  const templates = known.get(key) ?? getTemplates(getStacks(value, { builtinCloudFormationValidation: false }));
  known.set(key, templates);
  return templates;
}

/** The resources of one type, by their logical ids. */
export const getResources = (templates: Readonly<Record<string, TemplateJson>>, type: string): [string, Resource][] =>
  Object.values(templates).flatMap(({ Resources }) =>
    Object.entries(Resources).filter(([, { Type }]) => Type === type),
  );

/** The statements of the policies whose logical id has this in it. */
export const toStatements = (template: TemplateJson | undefined, name: string): readonly Statement[] =>
  Object.entries(template?.Resources ?? {})
    .filter(([id, { Type }]) => id.includes(name) && Type === 'AWS::IAM::Policy')
    .flatMap(([, { Properties }]) => (Properties.PolicyDocument as { Statement: Statement[] }).Statement);

/** The settings of a method at the API's stage. */
interface MethodSetting {
  readonly HttpMethod: string;
  readonly ResourcePath: string;
  readonly ThrottlingRateLimit?: number;
  readonly ThrottlingBurstLimit?: number;
}
/** The settings of all methods at the API's stage. */
export const methodSettings = (templates: Readonly<Record<string, TemplateJson>>): readonly MethodSetting[] =>
  getResources(templates, 'AWS::ApiGateway::Stage').flatMap(
    ([, { Properties }]) => Properties.MethodSettings as MethodSetting[],
  );

/** Those of one method of a path; `*` and `*` are those of every method without its own. */
export const getSetting = (
  settings: readonly MethodSetting[],
  method: string,
  path: string,
): MethodSetting | undefined =>
  settings.find((one) => one.HttpMethod === method && one.ResourcePath === getResourcePath(path));

/** AWS: "To specify the root path, use only a slash"; elsewhere slashes are escaped. */
const getResourcePath = (path: string): string => (path === '/' ? '/' : `/${path.replaceAll('/', '~1')}`);
