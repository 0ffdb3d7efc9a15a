import { getResources, type Statement, templatesFor } from '../support/sources/templates';

interface Named {
  readonly Ref?: string;
}

test('exactly the functions that can trigger themselves through queues allow recursive loops', () => {
  const templates = templatesFor({ chains: [{ chainId: '1' }], pChains: [{ network: 'fuji', index: true }] });
  const functions = getResources(templates, 'AWS::Lambda::Function');
  const mappings = getResources(templates, 'AWS::Lambda::EventSourceMapping').map(([, { Properties }]) => Properties);
  const policies = getResources(templates, 'AWS::IAM::Policy').map(([, { Properties }]) => Properties);
  /** Functions that consume queues to which a function may send. Logical IDs have hashes, so each is in one template. */
  const receivers = (id: string): string[] => {
    const role = functions.find(([name]) => name === id)?.[1].Properties.Role as { 'Fn::GetAtt': string[] };
    const own = policies.filter(({ Roles }) => (Roles as Named[]).some(({ Ref }) => Ref === role['Fn::GetAtt'][0]));
    const sends = own
      .flatMap(({ PolicyDocument }) => (PolicyDocument as { Statement: Statement[] }).Statement)
      .filter(({ Action }) => [Action].flat().includes('sqs:SendMessage'))
      .map(({ Resource }) => JSON.stringify(Resource));
    return mappings.flatMap(({ EventSourceArn, FunctionName }) => {
      const [queue = ''] = (EventSourceArn as { 'Fn::GetAtt': string[] })['Fn::GetAtt'];
      return sends.some((resource) => resource.includes(queue)) ? [(FunctionName as { Ref: string }).Ref] : [];
    });
  };
  const leadsBack = (id: string): boolean => {
    const reached = new Set(receivers(id));
    for (const next of reached) for (const further of receivers(next)) reached.add(further);
    return reached.has(id);
  };
  const allowing = functions.filter(([, { Properties }]) => Properties.RecursiveLoop === 'Allow').map(([id]) => id);
  const recursive = functions.map(([id]) => id).filter(leadsBack);
  expect(allowing.toSorted()).toEqual(recursive.toSorted());
  // The matcher, the sender, the replayer and the reader of NFTs send to their own queues.
  expect(recursive.length).toBe(4);
});
