/** A request to kill the process, or to fail, at the `nth` matching call from now on. */
export interface Break {
  /** Service and action, such as `dynamodb:UpdateItem`. */
  readonly call: string;
  /** Text that the raw request body (for S3: the path) must contain. */
  readonly contains?: string;
  readonly nth: number;
  /**
   * `before` and `after` kill. `after`: the effect is stored, but the caller never gets the response. `fail`: the caller
   * gets an error of the service, and nothing is stored.
   */
  readonly when: 'before' | 'after' | 'fail';
  /** How many matching calls fail from then on; 1 by default. */
  readonly times?: number;
}

/** A call that a server has received. */
interface Entered {
  /** true: it is to be answered with an error of the service. */
  readonly fails: boolean;
  /** To be called once the effect is stored, before responding. */
  done(): void;
}

/** The result of `createCallLog`. */
export type CallLog = ReturnType<typeof createCallLog>;

/** Counts the calls that a server receives, and kills the process, or lets fail, at those that `arm` selected. */
export function createCallLog() {
  const counts: Record<string, number> = {};
  const armed: { readonly target: Break; seen: number }[] = [];
  return {
    counts,
    /** Counts a call that its caller's role does not allow, beside the calls themselves. */
    deny(call: string): void {
      counts[`denied ${call}`] = (counts[`denied ${call}`] ?? 0) + 1;
    },
    arm(target: Break): void {
      armed.push({ target, seen: 0 });
    },
    /** Call this when a request arrives. */
    enter(call: string, text: string): Entered {
      counts[call] = (counts[call] ?? 0) + 1;
      const due = armed.filter((one) => {
        const { target } = one;
        if (target.call !== call || !text.includes(target.contains ?? '')) return false;
        one.seen += 1;
        return one.seen >= target.nth && one.seen < target.nth + (target.times ?? 1);
      });
      if (due.some((b) => b.target.when === 'before')) die();
      return {
        fails: due.some((b) => b.target.when === 'fail'),
        done() {
          if (due.some((b) => b.target.when === 'after')) die();
        },
      };
    },
  };
}

/** SIGKILL rather than exit: nothing may be flushed or sent any more. */
function die(): void {
  process.kill(process.pid, 'SIGKILL');
}
