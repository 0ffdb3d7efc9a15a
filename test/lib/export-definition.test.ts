import aslValidator from 'asl-validator';
import { functions } from '../../lambdas/app/contract/functions';
import { EXPORT_TIMEOUT_SECONDS } from '../../lambdas/exports/contract/exports';
import { EXPORT_STEPS, exportDefinition } from '../../lib/export-definition';
import { getResources, templatesFor } from '../support/sources/templates';

const ARN = 'arn:aws:lambda:us-east-1:000000000000:function:f';
const definition = exportDefinition({ WritePart: ARN, MergeParts: ARN, SettleExport: ARN });

describe('the state machine of exports', () => {
  test('is valid Amazon States Language', () => {
    expect(aslValidator(definition)).toMatchObject({ isValid: true, errors: [] });
    const odd = { ...definition, StartAt: 'Nowhere' };
    expect(aslValidator(odd).isValid).toBe(false);
  });
  test('runs the functions that are declared as steps, and every one of them', () => {
    expect(
      functions
        .filter(({ step }) => step)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([...EXPORT_STEPS].toSorted());
    const [[, machine] = []] = getResources(templatesFor({}), 'AWS::StepFunctions::StateMachine');
    for (const step of EXPORT_STEPS) expect(JSON.stringify(machine?.Properties.DefinitionString)).toContain(step);
  });
  test('every task has a timeout beyond its function’s, is tried again, and its failure is told by the last step', () => {
    for (const step of EXPORT_STEPS) {
      const state = definition.States[step];
      const timeout = functions.find(({ id }) => id === step)?.timeoutSeconds ?? 0;
      expect(state.TimeoutSeconds).toBeGreaterThan(timeout);
      expect(state.Retry.at(-1)).toMatchObject({ ErrorEquals: ['States.ALL'], MaxAttempts: expect.any(Number) });
      if (step !== 'SettleExport')
        expect(state).toMatchObject({ Catch: [{ ErrorEquals: ['States.ALL'], Next: 'SettleExport' }] });
    }
  });
  test('ends after every operation that it may run has failed', () => {
    expect(definition.TimeoutSeconds).toBeGreaterThan(EXPORT_TIMEOUT_SECONDS);
  });
});
