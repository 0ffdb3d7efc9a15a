import { availableParallelism } from 'node:os';
import LightRunner from 'jest-light-runner';

/**
 * Runs the files of a worker with the modules of those before, whatever their projects, whose configurations differ in
 * names alone. No more workers than processors: these tests do not wait, and each worker more would load all modules once
 * more.
 */
export default class SharedModulesRunner extends LightRunner {
  constructor(globalConfig, ...rest) {
    super({ ...globalConfig, maxWorkers: Math.min(globalConfig.maxWorkers, availableParallelism()) }, ...rest);
  }

  /** The runner has workers for each configuration, so that all tests get that of the first. Reports show their own. */
  runTests(tests, watcher, onStart, onResult, onFailure) {
    const own = new Map(tests.map((test) => [{ ...test, context: tests[0].context }, test]));
    const ofProject = (test, result) => ({ ...result, displayName: test.context.config.displayName });
    return super.runTests(
      [...own.keys()],
      watcher,
      (shared) => onStart(own.get(shared)),
      (shared, result) => onResult(own.get(shared), ofProject(own.get(shared), result)),
      (shared, error) => onFailure(own.get(shared), error),
    );
  }
}
