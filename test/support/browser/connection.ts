/** What the DevTools protocol answers to a command, or says of an event. */
export type Fields = Readonly<Record<string, unknown>>;
interface Message {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: Fields;
  readonly result?: Fields;
  readonly error?: { readonly message: string };
}

/** A connection of the DevTools protocol, shared by the sessions of a browser. */
export class Connection {
  private last = 0;
  private readonly waiting = new Map<number, { resolve(result: Fields): void; reject(error: Error): void }>();
  private readonly listeners: ((method: string, params: Fields, sessionId: string | undefined) => void)[] = [];

  private constructor(private readonly socket: WebSocket) {
    socket.addEventListener('message', ({ data }) => this.receive(JSON.parse(String(data)) as Message));
  }

  static async open(url: string): Promise<Connection> {
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', () => reject(new Error(`no DevTools at ${url}`)));
    });
    return new Connection(socket);
  }

  send(method: string, params: Fields = {}, sessionId?: string): Promise<Fields> {
    const id = ++this.last;
    const answered = new Promise<Fields>((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    this.socket.send(JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }));
    return answered;
  }

  /** Calls back with each event of a session. */
  listen(sessionId: string, heard: (method: string, params: Fields) => void): void {
    this.listeners.push((method, params, from) => {
      if (from === sessionId) heard(method, params);
    });
  }

  close(): void {
    this.socket.close();
  }

  private receive({ id, method, params = {}, sessionId, result = {}, error }: Message): void {
    if (id === undefined) {
      if (method !== undefined) for (const listener of this.listeners) listener(method, params, sessionId);
      return;
    }
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result);
  }
}
