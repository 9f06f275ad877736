/** `XMLHttpRequest` in front of the fake server: happy-dom's own would leave the machine, and tells of no progress. */
import { afterAll, beforeAll, onTestFinished } from 'vitest';

/** What has left until the server answers. */
let share = 0.25;

class FakeRequest {
  upload: { onprogress?: (progress: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  status = 0;
  responseText = '';
  #url = '';
  #method = '';
  #headers = new Headers();
  #answered = new Headers();
  #aborted = new AbortController();

  open(method: string, url: string): void {
    this.#method = method;
    this.#url = url;
  }
  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }
  getAllResponseHeaders(): string {
    return [...this.#answered].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  }
  abort(): void {
    this.#aborted.abort();
    this.onabort?.();
  }
  send(body: string): void {
    void this.#send(body);
  }
  async #send(body: string): Promise<void> {
    const { signal } = this.#aborted;
    this.upload.onprogress?.({ loaded: body.length * share, total: body.length });
    try {
      const answer = await fetch(this.#url, { method: this.#method, headers: this.#headers, body, signal });
      this.status = answer.status;
      this.#answered = answer.headers;
      this.responseText = await answer.text();
    } catch {
      if (!signal.aborted) this.onerror?.();
      return;
    }
    this.onload?.();
  }
}

/** From now on uploads of this test file reach its fake server. */
export function sendsUploads(): void {
  const own = globalThis.XMLHttpRequest;
  beforeAll(() => {
    globalThis.XMLHttpRequest = FakeRequest as unknown as typeof XMLHttpRequest;
  });
  afterAll(() => {
    globalThis.XMLHttpRequest = own;
  });
}

/** In this test all of an upload has left before the server answers. */
export function allLeaves(): void {
  share = 1;
  onTestFinished(() => {
    share = 0.25;
  });
}
