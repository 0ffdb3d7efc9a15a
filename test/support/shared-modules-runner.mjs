import LightRunner from 'jest-light-runner';

/** Files and projects share loaded modules. A file that exceeds `testTimeout` (ms) ends the run. */
export default class SharedModulesRunner extends LightRunner {
  #limitMs;

  constructor(globalConfig, context, options) {
    const maxWorkers = Math.min(globalConfig.maxWorkers, options?.maxWorkers ?? globalConfig.maxWorkers);
    super({ ...globalConfig, maxWorkers }, context, options);
    this.#limitMs = globalConfig.testTimeout;
  }

  /** The runner starts workers per configuration, so all tests get the first. Reports show their own. */
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
