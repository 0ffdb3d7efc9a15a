import { openJsonClient } from './json-client';

/** A state machine of Step Functions. */
export function openStateMachine(arn: string, client = openJsonClient('states')) {
  return {
    /** Starts an execution of this name. If there is or was one, nothing happens: names are kept for 90 days after its end. */
    async start(name: string, input: object): Promise<void> {
      const body = JSON.stringify({ stateMachineArn: arn, name, input: JSON.stringify(input) });
      try {
        await client.send('StartExecution', body);
      } catch (error) {
        if (!(error instanceof Error && error.name === 'ExecutionAlreadyExists')) throw error;
      }
    },
  };
}
/** What `openStateMachine` gives. */
export type StateMachine = ReturnType<typeof openStateMachine>;
