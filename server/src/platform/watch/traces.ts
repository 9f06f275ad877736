/** A span for each call, sent to a collector of OpenTelemetry (OTEL_EXPORTER_OTLP_ENDPOINT): route, status, time, nothing of its content. */
import { type Span, SpanKind, SpanStatusCode, trace, ROOT_CONTEXT } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { version } from '#platform/http/version.ts';

export interface Traces {
  watch: (http: FastifyInstance) => void;
  /** Sends what is left. */
  close: () => Promise<void>;
}

export function openTraces(endpoint: string): Traces {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const named = resourceFromAttributes({ 'service.name': 'trellis', 'service.version': version });
  // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES say otherwise.
  const resource = named.merge(detectResources({ detectors: [envDetector] }));
  const provider = new TracerProvider({ resource, spanProcessors: [new BatchSpanProcessor({ exporter })] });
  const tracer = provider.getTracer('portal', version);
  return {
    watch: (http) => {
      const spans = new WeakMap<FastifyRequest, Span>();
      http.addHook('onRequest', (request, _reply, done) => {
        const { method, routeOptions, trace: place } = request;
        const route = routeOptions.url ?? '-';
        const parent = place
          ? trace.setSpanContext(ROOT_CONTEXT, {
              traceId: place.traceId,
              spanId: place.spanId,
              traceFlags: place.flags,
              isRemote: true,
            })
          : ROOT_CONTEXT;
        const attributes = { 'http.request.method': method, 'http.route': route, 'portal.request_id': request.id };
        const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
        const { traceId, spanId, traceFlags } = span.spanContext();
        request.trace = { traceId, spanId, flags: traceFlags };
        spans.set(request, span);
        done();
      });
      http.addHook('onResponse', (request, reply, done) => {
        const span = spans.get(request);
        span?.setAttribute('http.response.status_code', reply.statusCode);
        if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
        span?.end();
        done();
      });
    },
    close: () => provider.shutdown(),
  };
}
