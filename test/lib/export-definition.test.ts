import aslValidator from 'asl-validator';
import { functions } from '../../lambdas/app/contract/functions';
import { EXPORT_TIMEOUT_SECONDS } from '../../lambdas/exports/contract/exports';
import { EXPORT_STEPS, exportDefinition } from '../../lib/export-definition';
import { getResources, templatesFor } from '../support/sources/templates';

const ARN = 'arn:aws:lambda:us-east-1:000000000000:function:f';
const definition = exportDefinition({ WritePart: ARN, MergeParts: ARN, SettleExport: ARN });

describe('the export state machine', () => {
  test('the definition is valid Amazon States Language', () => {
    expect(aslValidator(definition)).toMatchObject({ isValid: true, errors: [] });
    const odd = { ...definition, StartAt: 'Nowhere' };
    expect(aslValidator(odd).isValid).toBe(false);
  });
  test('the machine runs exactly the functions declared as steps', () => {
    expect(
      functions
        .filter(({ step }) => step)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([...EXPORT_STEPS].toSorted());
    const [[, machine] = []] = getResources(templatesFor({}), 'AWS::StepFunctions::StateMachine');
    for (const step of EXPORT_STEPS) expect(JSON.stringify(machine?.Properties.DefinitionString)).toContain(step);
  });
  test('every task outlasts its function, is retried, and passes failures to the last step', () => {
    for (const step of EXPORT_STEPS) {
      const state = definition.States[step];
      const timeout = functions.find(({ id }) => id === step)?.timeoutSeconds ?? 0;
      expect(state.TimeoutSeconds).toBeGreaterThan(timeout);
      expect(state.Retry.at(-1)).toMatchObject({ ErrorEquals: ['States.ALL'], MaxAttempts: expect.any(Number) });
      if (step !== 'SettleExport')
        expect(state).toMatchObject({ Catch: [{ ErrorEquals: ['States.ALL'], Next: 'SettleExport' }] });
    }
  });
  test('the machine outlasts the deadline of its operation', () => {
    expect(definition.TimeoutSeconds).toBeGreaterThan(EXPORT_TIMEOUT_SECONDS);
  });
});
