/**
 * Sends like `fetch` and tells which share of the body has left, which `fetch` itself never does.
 * For what is large enough that a person wants to see it go.
 */
export const fetchTelling =
  (onSent: (share: number) => void): typeof fetch =>
  (url, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, url instanceof Request ? url.url : url);
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0);
      request.onload = () =>
        resolve(new Response(request.responseText || null, { status: request.status, headers: headersOf(request) }));
      request.onerror = () => reject(new TypeError('the request failed'));
      request.onabort = () => reject(new DOMException('the request was given up', 'AbortError'));
      signal?.addEventListener('abort', () => request.abort());
      request.send(body as XMLHttpRequestBodyInit | null);
    });

const headersOf = (request: XMLHttpRequest): [string, string][] =>
  request
    .getAllResponseHeaders()
    .split('\r\n')
    .filter(Boolean)
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]);
