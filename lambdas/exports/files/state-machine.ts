import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { getClient } from '../../core/aws/clients';

export function createStateMachine(arn: string, client: Pick<SFNClient, 'send'> = getClient(SFNClient)) {
  return {
    /** Idempotent by name: Step Functions keeps names for 90 days after an execution ends. */
    async start(name: string, input: object): Promise<void> {
      try {
        await client.send(new StartExecutionCommand({ stateMachineArn: arn, name, input: JSON.stringify(input) }));
      } catch (error) {
        if (!(error instanceof ExecutionAlreadyExists)) throw error;
      }
    },
  };
}
export type StateMachine = ReturnType<typeof createStateMachine>;
