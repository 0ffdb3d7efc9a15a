import LightRunner from 'jest-light-runner';

/**
 * Runs the files of a worker with the modules of those before, whatever their projects, whose configurations differ in
 * names alone. A project may ask for fewer workers than jest would start, for each of them loads all modules. Tests have
 * no time limits of their own: a file that takes longer than `testTimeout`, in ms, ends the whole run.
 */
export default class SharedModulesRunner extends LightRunner {
  #limitMs;

  constructor(globalConfig, context, options) {
    const maxWorkers = Math.min(globalConfig.maxWorkers, options?.maxWorkers ?? globalConfig.maxWorkers);
    super({ ...globalConfig, maxWorkers }, context, options);
    this.#limitMs = globalConfig.testTimeout;
  }

  /** The runner has workers for each configuration, so that all tests get that of the first. Reports show their own. */
  runTests(tests, watcher, onStart, onResult, onFailure) {
    const own = new Map(tests.map((test) => [{ ...test, context: tests[0].context }, test]));
    const timers = new Map();
    const ended = (shared) => {
      clearTimeout(timers.get(shared));
      return own.get(shared);
    };
    return new Promise((resolve, reject) => {
      const started = (shared) => {
        const late = () => reject(new Error(`${shared.path} has not ended after ${this.#limitMs / 1_000} s`));
        timers.set(shared, setTimeout(late, this.#limitMs));
        return onStart(own.get(shared));
      };
      const reported = (shared, result) => {
        const test = ended(shared);
        return onResult(test, { ...result, displayName: test.context.config.displayName });
      };
      const failed = (shared, error) => onFailure(ended(shared), error);
      super.runTests([...own.keys()], watcher, started, reported, failed).then(resolve, reject);
    });
  }
}
