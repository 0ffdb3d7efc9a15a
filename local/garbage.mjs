// Plain JavaScript, as function threads start without a loader.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect;

/**
 * The `last-resort` flavor also returns pages to the OS. Passing `--expose-gc` on the command line would invalidate the
 * code cache of Node's own modules, so that every thread would recompile them; it is therefore set only while the
 * function is created. If another thread has just reset the flag, nothing is collected until the next call.
 */
export function collectGarbage() {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('globalThis.gc');
    setFlagsFromString('--no-expose-gc');
  }
  collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
