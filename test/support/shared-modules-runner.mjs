import { availableParallelism } from 'node:os';
import LightRunner from 'jest-light-runner';

/**
 * Runs the files of a worker with the modules of those before. No more workers than processors: these tests do not wait,
 * and each worker more would load all modules once more.
 */
export default class SharedModulesRunner extends LightRunner {
  constructor(globalConfig, ...rest) {
    super({ ...globalConfig, maxWorkers: Math.min(globalConfig.maxWorkers, availableParallelism()) }, ...rest);
  }
}
