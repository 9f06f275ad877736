import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { openPortal } from '#test/portal.ts';

interface SentSpan {
  traceId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

/** A collector of OpenTelemetry, as far as it takes spans. */
async function aCollector() {
  const spans: SentSpan[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const sent = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] };
      spans.push(...sent.resourceSpans.flatMap((of) => of.scopeSpans.flatMap((one) => one.spans)));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { spans, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('REL-05 PRV-05 a call is a part of the trace that the proxy began, and the collector gets route and status without its content', async () => {
  const collector = await aCollector();
  const portal = await openPortal({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRUSTED_PROXIES: '127.0.0.1' });
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const answer = await portal.app.http.inject({ url: '/api/health/live?marker=42', headers: { traceparent } });
  expect(answer.headers['traceparent']).toMatch(/^00-4bf92f3577b34da6a3ce929d0e0e4736-[\da-f]{16}-01$/);
  await portal.stop();
  expect(collector.spans).toHaveLength(1);
  const [span] = collector.spans;
  expect(span).toMatchObject({
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    parentSpanId: '00f067aa0ba902b7',
    name: 'GET /api/health/live',
  });
  expect(span?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } });
  expect(JSON.stringify(collector.spans)).not.toContain('marker');
});
