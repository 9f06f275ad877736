/** The cheapest client that is still HTTP: so that what is measured is the server. */
import { connect, type Socket } from 'node:net';

/** A request as bytes, made once and sent as often as wanted. */
export function requestBytes(
  url: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: unknown,
): Buffer {
  const payload = body === undefined ? '' : JSON.stringify(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `host: ${new URL(url).host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  if (payload) lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(payload)}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${payload}`);
}

export interface Answer {
  status: number;
  body: Buffer;
}

/** One connection that is kept open; one request at a time. */
export class Connection {
  readonly #socket: Socket;
  #kept: Buffer = Buffer.alloc(0);
  #resolve: ((answer: Answer) => void) | null = null;
  #reject: ((error: Error) => void) | null = null;
  #wanted = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (part) => this.#take(part));
    socket.on('error', (error) => this.#reject?.(error));
    socket.on('close', () => this.#reject?.(new Error('The server closed the connection.')));
  }

  static open(url: string): Promise<Connection> {
    const { hostname, port } = new URL(url);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      socket.once('error', reject);
      socket.once('connect', () => resolve(new Connection(socket)));
    });
  }

  ask(bytes: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      if (this.#socket.destroyed) reject(new Error('The server has closed the connection.'));
      else this.#socket.write(bytes);
    });
  }

  close(): void {
    this.#reject = null;
    this.#socket.destroy();
  }

  #take(part: Buffer): void {
    this.#kept = this.#kept.length === 0 ? part : Buffer.concat([this.#kept, part]);
    if (this.#wanted === 0) {
      const end = this.#kept.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = /content-length: (\d+)/i.exec(this.#kept.toString('latin1', 0, end))?.[1];
      if (length === undefined) return this.#reject?.(new Error('An answer without a length.'));
      this.#wanted = end + 4 + Number(length);
    }
    if (this.#kept.length < this.#wanted) return;
    const answer = {
      status: Number(this.#kept.toString('latin1', 9, 12)),
      body: this.#kept.subarray(this.#kept.indexOf('\r\n\r\n') + 4, this.#wanted),
    };
    this.#kept = this.#kept.subarray(this.#wanted);
    this.#wanted = 0;
    this.#resolve?.(answer);
  }
}
