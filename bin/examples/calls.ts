type Json = Readonly<Record<string, unknown>>;
export interface Request {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Calls an endpoint by its id and records the answer. @throws Error unless the answer is a success. */
export type Call = <T extends Json>(id: string, request?: Request) => Promise<T>;

export const [CHAIN, NETWORK] = ['31337', 'demo'];
export const P_CHAIN = { network: NETWORK, blockchainId: 'p-chain' };
