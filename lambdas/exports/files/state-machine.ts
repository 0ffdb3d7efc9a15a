import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { getClient } from '../../core/aws/clients';

/** A state machine of Step Functions. */
export function createStateMachine(arn: string, client: Pick<SFNClient, 'send'> = getClient(SFNClient)) {
  return {
    /** Starts an execution of this name. If there is or was one, nothing happens: names are kept for 90 days after its end. */
    async start(name: string, input: object): Promise<void> {
      try {
        await client.send(new StartExecutionCommand({ stateMachineArn: arn, name, input: JSON.stringify(input) }));
      } catch (error) {
        if (!(error instanceof ExecutionAlreadyExists)) throw error;
      }
    },
  };
}
/** What `createStateMachine` gives. */
export type StateMachine = ReturnType<typeof createStateMachine>;
