import { describe, expect, it } from 'vitest';
import { ask, post, serveSample } from '../served-sample.fixture.ts';
import { createMeters } from './meters.ts';

const portOf = (url: string | undefined): { port: number } => ({ port: Number(new URL(url ?? '').port) });

describe('meters', () => {
  it('are written as Prometheus reads them', () => {
    const meters = createMeters();
    meters.countRequest({ method: 'GET', route: '/v1/search', status: 200, durationMs: 7 });
    meters.countRequest({ method: 'GET', route: '/v1/search', status: 200, durationMs: 30_000 });
    meters.countLimited('requests');
    meters.countQuestion('cached');
    meters.countModelFailure('refused');
    meters.countRerankFailure();
    const text = meters.render({ entityCount: 3 });
    for (const line of [
      '# TYPE archive_requests_total counter',
      'archive_requests_total{route="/v1/search",method="GET",status="200"} 2',
      '# TYPE archive_request_duration_seconds histogram',
      'archive_request_duration_seconds_bucket{route="/v1/search",le="0.005"} 0',
      'archive_request_duration_seconds_bucket{route="/v1/search",le="0.01"} 1',
      'archive_request_duration_seconds_bucket{route="/v1/search",le="10"} 1',
      'archive_request_duration_seconds_bucket{route="/v1/search",le="+Inf"} 2',
      'archive_request_duration_seconds_sum{route="/v1/search"} 30.007',
      'archive_request_duration_seconds_count{route="/v1/search"} 2',
      'archive_rate_limited_total{quota="requests"} 1',
      'archive_questions_total{outcome="cached"} 1',
      'archive_model_failures_total{failure="refused"} 1',
      'archive_rerank_failures_total 1',
      'archive_limit_store_errors_total 0',
      'archive_served_works 3',
    ])
      expect(text.split('\n')).toContain(line);
    expect(
      text.split('\n').filter((line) => line !== '' && !/^(#|[a-z_]+(\{[^{}]*\})? [\d.e+-]+$)/.test(line)),
    ).toEqual([]);
  });
});

describe('the port of the meters', () => {
  it('is nowhere unless it is asked for', async () => {
    const server = await serveSample();
    expect([server.metricsUrl, (await ask(server, '/metrics')).status]).toEqual([undefined, 404]);
  });

  it('counts without a word of question, id, address or caller', async () => {
    const server = await serveSample({ metricsPort: 0, moreMetrics: () => 'archive_more 1\n' });
    await ask(server, '/v1/search?q=zanzibar');
    await post(server, '/v1/search', { q: 'zanzibar', filters: { creator: 'zanzibar' } });
    await ask(server, '/v1/entities/zanzibar');
    await ask(server, '/e/book%3Anovella');
    await ask(server, '/zanzibar', {
      headers: { 'x-forwarded-for': '203.0.113.7', 'user-agent': 'zanzibar' },
    });
    const { status, headers, body } = await ask(portOf(server.metricsUrl), '/metrics');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect(body).not.toMatch(/zanzibar|novella|127\.0\.0\.1|203\.0\.113/);
    expect(body).toContain('archive_requests_total{route="/v1/search",method="GET",status="200"} 1');
    expect(body).toContain('archive_requests_total{route="unknown",method="GET",status="404"} 1');
    expect(body).toMatch(/^archive_served_works 7$/m);
    expect(body).toMatch(/^archive_more 1$/m);
    const labels = new Set([...body.matchAll(/(\w+)="/g)].map(([, name]) => name));
    expect([...labels].sort()).toEqual(['le', 'method', 'outcome', 'route', 'status']);
  });

  it('answers to its own name on this machine alone, and to nothing else', async () => {
    const server = await serveSample({ metricsPort: 0 });
    const metrics = portOf(server.metricsUrl);
    const status = async (path: string, headers = {}, method = 'GET') =>
      (await ask(metrics, path, { headers, method })).status;
    expect(new URL(server.metricsUrl ?? '').hostname).toBe('127.0.0.1');
    expect(await status('/metrics', { host: 'evil.example' })).toBe(421);
    expect(await status('/metrics', { origin: 'https://evil.example' })).toBe(421);
    expect(await status('/')).toBe(404);
    expect(await status('/metrics', {}, 'POST')).toBe(404);
    await server.close();
    await expect(ask(metrics, '/metrics')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
