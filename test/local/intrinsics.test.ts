import { resolve, type Scope } from '../../local/intrinsics';

const scope: Scope = {
  place: 'stack/Thing',
  ref: (name) => (name === 'AWS::NoValue' ? undefined : `ref-${name}`),
  attribute: (id, name) => `${id}:${name}`,
  condition: (name) => name === 'Yes',
  stackOutput: (stack, name) => `${stack}/${name}`,
};

describe('intrinsic functions', () => {
  test.each([
    ['Ref', { Ref: 'Table' }, 'ref-Table'],
    ['GetAtt as a list', { 'Fn::GetAtt': ['Table', 'Arn'] }, 'Table:Arn'],
    ['GetAtt as text keeps later dots', { 'Fn::GetAtt': 'Stack.Outputs.Name' }, 'Stack:Outputs.Name'],
    ['Join over nested calls', { 'Fn::Join': ['/', ['a', { Ref: 'B' }]] }, 'a/ref-B'],
    ['Split and Select', { 'Fn::Select': [1, { 'Fn::Split': [':', 'a:b:c'] }] }, 'b'],
    ['Sub with references', { 'Fn::Sub': `\${A}-\${B.Arn}-\${!C}` }, `ref-A-B:Arn-\${C}`],
    ['Sub with its own variables', { 'Fn::Sub': [`\${A}`, { A: { Ref: 'X' } }] }, 'ref-X'],
    ['If', [{ 'Fn::If': ['Yes', 1, 2] }, { 'Fn::If': ['No', 1, 2] }], [1, 2]],
    ['conditions', { 'Fn::And': [{ Condition: 'Yes' }, { 'Fn::Not': [{ 'Fn::Equals': ['a', 'b'] }] }] }, true],
    ['Or', { 'Fn::Or': [{ Condition: 'No' }, { Condition: 'Other' }] }, false],
    ['GetStackOutput', { 'Fn::GetStackOutput': { StackName: 'data', OutputName: { Ref: 'B' } } }, 'data/ref-B'],
    [
      'NoValue removes its property or element',
      { a: { Ref: 'AWS::NoValue' }, b: [{ Ref: 'AWS::NoValue' }] },
      { b: [] },
    ],
    [
      'a plain key named Condition is not a function',
      { Condition: { Bool: { x: 'y' } } },
      { Condition: { Bool: { x: 'y' } } },
    ],
  ])('the case "%s" resolves to the expected value', (_, given, expected) => {
    expect(resolve(given, scope)).toEqual(expected);
  });

  test('an unsupported function is rejected with its name and place', () => {
    expect(() => resolve({ a: { 'Fn::Transform': {} } }, scope)).toThrow('stack/Thing uses Fn::Transform');
  });
});
