/**
 * Requests made from what a server says about itself, its OpenAPI document and its list of MCP tools, so that a route or
 * a tool that is new is attacked without anybody remembering to.
 *
 * A schema is filled with one text in the place of every string: required fields alone, then all of them; then bodies
 * that are wrong on purpose. What such a route gives back of its question is its own business (`mayEcho`).
 */
import type { AttackCall, Exchange, SendCall } from './exchange.ts';
import { fillSchema, isRecord, type JsonRecord, resolved } from './fill-schema.ts';
import { mcpCall } from './known-calls.ts';

/** A method of a path in the description. */
export interface DiscoveredRoute {
  /** In capitals. */
  readonly method: string;
  /** With `{name}` for parameters. */
  readonly path: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: 'path' | 'query';
    readonly required: boolean;
    readonly schema: JsonRecord;
  }[];
  /** Schema of a JSON body. */
  readonly body?: JsonRecord;
  /** Schemas that others refer to. */
  readonly root: JsonRecord;
}

/** A tool of the Model Context Protocol. */
export interface DiscoveredTool {
  readonly name: string;
  readonly input: JsonRecord;
}

/** What a server says it has. */
export interface DiscoveredDoors {
  readonly routes: readonly DiscoveredRoute[];
  readonly tools: readonly DiscoveredTool[];
}

/** Asks a server for its description and its tools; what cannot be read is nothing. */
export async function discoverDoors(send: SendCall): Promise<DiscoveredDoors> {
  const description = jsonOf(await send({ label: 'GET /v1/openapi.json', path: '/v1/openapi.json' }));
  const list = jsonOf(await send(mcpCall('tools/list', {})));
  return { routes: routesOf(description), tools: toolsOf(list) };
}

/** The routes that take nothing: what they answer does not depend on what is asked. */
export function plainCalls({ routes }: DiscoveredDoors): AttackCall[] {
  return routes.filter((route) => !takesText(route)).flatMap((route) => routeCalls(route, ''));
}

/** Every request for one text, in the place of every string; of an id, only where there is a place for one. */
export function discoveredCalls(
  { routes, tools }: DiscoveredDoors,
  text: string,
  isId = false,
): AttackCall[] {
  const asked = routes.filter((route) => (isId ? route.path.includes('{') : takesText(route)));
  return [
    ...asked.flatMap((route) => routeCalls(route, text)),
    ...tools.flatMap(({ name, input }) => {
      const called = (args: unknown): AttackCall => ({
        ...mcpCall('tools/call', { name, arguments: args }, [text]),
        label: `POST /mcp ${name} (as described)`,
        mayEcho: true,
      });
      return [
        called(fillSchema(input, text, { root: input })),
        called(fillSchema(input, text, { root: input, isFull: true })),
        called({ [text]: text }),
      ];
    }),
  ];
}

function takesText({ path, parameters, body }: DiscoveredRoute): boolean {
  return path.includes('{') || parameters.length > 0 || body !== undefined;
}

function routeCalls(route: DiscoveredRoute, text: string): AttackCall[] {
  const { method, root, body } = route;
  const paths = [pathOf(route, text, false), pathOf(route, text, true)];
  const call = (kind: string, more: Partial<AttackCall> = {}): AttackCall => ({
    label: `${method} ${route.path} (as described, ${kind})`,
    path: paths[0] as string,
    method,
    sent: [text],
    mayEcho: true,
    ...more,
  });
  const streamed = { accept: 'text/event-stream' };
  if (body === undefined)
    return [
      call('required'),
      call('all', { path: paths[1] as string }),
      call('streamed', { headers: streamed }),
    ];
  const json = { 'content-type': 'application/json' };
  const required = JSON.stringify(fillSchema(body, text, { root }));
  const withBody = (kind: string, content: string, headers: Record<string, string> = json): AttackCall =>
    call(kind, { body: content, headers });
  return [
    withBody('required', required),
    withBody('streamed', required, { ...json, ...streamed }),
    withBody('all', JSON.stringify(fillSchema(body, text, { root, isFull: true }))),
    withBody('unknown key', JSON.stringify({ [text]: text })),
    withBody('wrong types', JSON.stringify(wrong(resolved(body, root), text))),
    withBody('no JSON', `{"${text.slice(0, 40)}`),
    withBody('no JSON type', text, { 'content-type': 'text/plain' }),
  ];
}

/** Every field as a list in a list. */
function wrong({ properties }: JsonRecord, text: string): unknown {
  return Object.fromEntries(
    Object.keys(isRecord(properties) ? properties : {}).map((key) => [key, [[text]]]),
  );
}

function pathOf({ path, parameters, root }: DiscoveredRoute, text: string, isFull: boolean): string {
  const filled = path.replace(/\{[^}]*\}/g, encodeURIComponent(text));
  const query = new URLSearchParams();
  for (const { name, in: place, required, schema } of parameters) {
    if (place !== 'query' || !(required || isFull)) continue;
    const value = fillSchema(schema, text, { root, isFull });
    for (const each of Array.isArray(value) ? value : [value]) query.append(name, String(each));
  }
  return query.size === 0 ? filled : `${filled}?${query.toString()}`;
}

function routesOf(description: unknown): DiscoveredRoute[] {
  if (!isRecord(description) || !isRecord(description['paths'])) return [];
  return Object.entries(description['paths']).flatMap(([path, item]) => {
    if (!path.startsWith('/') || !isRecord(item)) return [];
    return METHODS.flatMap((method) => {
      const operation = item[method];
      if (!isRecord(operation)) return [];
      const body = bodyOf(operation);
      return [
        {
          method: method.toUpperCase(),
          path,
          parameters: [...parametersOf(item), ...parametersOf(operation)],
          ...(body === undefined ? {} : { body }),
          root: description,
        },
      ];
    });
  });
}

function parametersOf({ parameters }: JsonRecord): DiscoveredRoute['parameters'] {
  if (!Array.isArray(parameters)) return [];
  return parameters
    .filter(isRecord)
    .flatMap(({ name, in: place, required, schema }) =>
      typeof name === 'string' && (place === 'path' || place === 'query')
        ? [{ name, in: place, required: required === true, schema: isRecord(schema) ? schema : {} }]
        : [],
    );
}

function bodyOf({ requestBody }: JsonRecord): JsonRecord | undefined {
  if (!isRecord(requestBody) || !isRecord(requestBody['content'])) return undefined;
  const json = requestBody['content']['application/json'];
  return isRecord(json) && isRecord(json['schema']) ? json['schema'] : undefined;
}

function toolsOf(list: unknown): DiscoveredTool[] {
  if (!isRecord(list) || !isRecord(list['result']) || !Array.isArray(list['result']['tools'])) return [];
  return list['result']['tools']
    .filter(isRecord)
    .flatMap(({ name, inputSchema }) =>
      typeof name === 'string' ? [{ name, input: isRecord(inputSchema) ? inputSchema : {} }] : [],
    );
}

/** The JSON of an answer, or of the last event of a stream of events. */
function jsonOf({ body }: Exchange): unknown {
  const text = new TextDecoder().decode(body);
  const events = text
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length));
  try {
    return JSON.parse(events.at(-1) ?? text) as unknown;
  } catch {
    // Not JSON: nothing can be read off it.
    return undefined;
  }
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
