import type { Access } from './iam/statements';
import { arn, REGION } from './identities';

export function getAccesses(target: string, route: string, body: Readonly<Record<string, unknown>>): Access[] {
  switch (target) {
    case 'AWSEvents.PutEvents':
      return (body.Entries as readonly { EventBusName?: string }[]).map(({ EventBusName = 'default' }) => {
        return { action: 'events:PutEvents', resource: arn('events', `event-bus/${EventBusName.split('/').at(-1)}`) };
      });
    case 'AWSStepFunctions.StartExecution':
      return [{ action: 'states:StartExecution', resource: String(body.stateMachineArn) }];
    case 'AmazonSSM.GetParameter':
      return [parameter('ssm:GetParameter', String(body.Name))];
    case 'AmazonSSM.GetParameters':
      return (body.Names as readonly string[]).map((name) => parameter('ssm:GetParameters', name));
    case '': {
      const [method = '', path = ''] = route.split(' ');
      return [{ action: `apigateway:${method}`, resource: `arn:aws:apigateway:${REGION}::${path.split('?')[0]}` }];
    }
    default:
      return [{ action: target.replace('.', ':'), resource: '*' }];
  }
}

const parameter = (action: string, name: string): Access => ({
  action,
  resource: arn('ssm', `parameter/${name.replace(/^\//, '')}`),
});
