import { App, type AppProps, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { addStacks } from '../../../lib/app';
import { parseConfig } from '../../../lib/config';

export interface Resource {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
  readonly DeletionPolicy?: string;
  readonly DependsOn?: readonly string[];
}
export interface TemplateJson {
  readonly Outputs?: Readonly<Record<string, object>>;
  readonly Parameters?: Readonly<Record<string, { readonly Type: string; readonly Default?: unknown }>>;
  readonly Resources: Readonly<Record<string, Resource>>;
}
export interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: {
    readonly 'ForAllValues:StringLike': Readonly<Record<string, readonly string[]>>;
    readonly Null: Readonly<Record<string, string>>;
  };
}

const inline = Code.fromInline('x');

export const getStacks = (value: unknown, app?: AppProps) =>
  addStacks(new App(app), parseConfig(value, 'test'), () => inline);

export const getTemplate = (stack: Stack): TemplateJson => Template.fromStack(stack).toJSON() as TemplateJson;

export const getTemplates = (stacks: ReturnType<typeof getStacks>): Readonly<Record<string, TemplateJson>> =>
  Object.fromEntries(Object.entries(stacks).map(([name, stack]) => [name, getTemplate(stack)]));

const known = new Map<string, ReturnType<typeof getTemplates>>();

/** Cached; read only. Skips CloudFormation's schema validation, which is slow; tests of stacks do it. */
export function templatesFor(value: unknown): ReturnType<typeof getTemplates> {
  const key = JSON.stringify(value);
  const templates = known.get(key) ?? getTemplates(getStacks(value, { builtinCloudFormationValidation: false }));
  known.set(key, templates);
  return templates;
}

export const getResources = (templates: Readonly<Record<string, TemplateJson>>, type: string): [string, Resource][] =>
  Object.values(templates).flatMap(({ Resources }) =>
    Object.entries(Resources).filter(([, { Type }]) => Type === type),
  );

export const toStatements = (template: TemplateJson | undefined, name: string): readonly Statement[] =>
  Object.entries(template?.Resources ?? {})
    .filter(([id, { Type }]) => id.includes(name) && Type === 'AWS::IAM::Policy')
    .flatMap(([, { Properties }]) => (Properties.PolicyDocument as { Statement: Statement[] }).Statement);

interface MethodSetting {
  readonly HttpMethod: string;
  readonly ResourcePath: string;
  readonly ThrottlingRateLimit?: number;
  readonly ThrottlingBurstLimit?: number;
}
export const methodSettings = (templates: Readonly<Record<string, TemplateJson>>): readonly MethodSetting[] =>
  getResources(templates, 'AWS::ApiGateway::Stage').flatMap(
    ([, { Properties }]) => Properties.MethodSettings as MethodSetting[],
  );

export const getSetting = (
  settings: readonly MethodSetting[],
  method: string,
  path: string,
): MethodSetting | undefined =>
  settings.find((one) => one.HttpMethod === method && one.ResourcePath === getResourcePath(path));

/** AWS: "To specify the root path, use only a slash"; elsewhere slashes are escaped. */
const getResourcePath = (path: string): string => (path === '/' ? '/' : `/${path.replaceAll('/', '~1')}`);
