/**
 * What a tool of this server is, and how its arguments are taken in.
 */
import { invalidRequest } from '../wire-error.ts';
import type { McpDoor } from './mcp-door.ts';
import type { ObjectSchema } from './output-schemas.ts';

/** A tool as it is listed. */
export interface ToolDefinition {
  name: string;
  title: string;
  description: string;
  inputSchema: ObjectSchema;
  outputSchema: ObjectSchema;
  annotations: Readonly<
    Record<'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint', boolean>
  >;
}

/** The twins of an answer: the same, once for programs and once to be read. */
export interface ToolAnswer {
  structuredContent: Readonly<Record<string, unknown>>;
  text: string;
}

/** A tool. */
export interface Tool {
  definition: ToolDefinition;
  /** Answers a call. @throws {WireError} what the caller is to be told */
  call(door: McpDoor, args: unknown): Promise<ToolAnswer>;
}

/** The arguments by name, without those that are `null`. @throws {WireError} `invalid-request` */
export function argumentsOf(args: unknown = {}): Readonly<Record<string, unknown>> {
  if (typeof args !== 'object' || args === null || Array.isArray(args))
    throw invalidRequest('the arguments are not an object');
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
}
