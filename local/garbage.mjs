// Plain JavaScript, because threads of functions start without a loader.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect;

/**
 * The last resort also gives pages back to the system. With `--expose-gc` on the command line V8 would take the code of
 * Node's own modules, compiled without it, for another's, and every thread would compile them anew. So it is set for the
 * moment in which the function is made. Where another thread has just taken it back, nothing is collected until the next
 * time.
 */
export function collectGarbage() {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('globalThis.gc');
    setFlagsFromString('--no-expose-gc');
  }
  collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
