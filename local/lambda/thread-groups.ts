import { basename } from 'node:path';
import { logError } from './pool';
import { createThreads, type StoreAccess, type Threads } from './threads';

/** The module of a function, and the environment that the function can observe. */
interface Surroundings {
  readonly asset: string;
  readonly module: string;
  readonly memory: number;
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * The threads of all functions. Functions of one asset with the same variables and memory share threads, and with them
 * the loaded modules: loading the SDK takes a quarter of a second. Two functions with the same handler file do not share
 * threads, because they would share the state of that module.
 */
export function createThreadGroups(store: StoreAccess) {
  const groups = new Map<string, Threads & { readonly modules: Set<string> }>();
  const make = ({ module, memory, environment }: Surroundings) => ({
    ...createThreads({ name: nameOf(module), memory, environment, store }, (logFile, error) =>
      logError(logFile, '', 'Runtime.UnhandledError', String(error)),
    ),
    modules: new Set<string>(),
  });
  return {
    of(surroundings: Surroundings): Threads {
      const { asset, module, memory, environment } = surroundings;
      for (let n = 0; ; n++) {
        const key = JSON.stringify([asset, memory, Object.entries(environment).toSorted(), n]);
        const group = groups.get(key) ?? make(surroundings);
        groups.set(key, group);
        if (group.modules.has(module)) continue;
        group.modules.add(module);
        return group;
      }
    },
    async stop(): Promise<void> {
      await Promise.all([...groups.values()].map((group) => group.stop()));
    },
  };
}

/** The name of a group's threads: its first function, in the 15 characters that Linux shows. */
const nameOf = (module: string): string => basename(module).split('.', 1).join().slice(0, 15);
