/**
 * What the conformance suite says of this server, scenario by scenario, and why the rest cannot apply.
 *
 * Most of its scenarios call tools, prompts and resources that a server has to carry for the suite alone; a server of
 * archives has its own and no others. scripts/mcp-clients.mjs fails when a scenario changes side.
 */

/** Scenarios that pass. */
export const CONFORMANCE_PASSED = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'dns-rebinding-protection',
];

const FIXTURE_TOOL = 'calls a tool that only a fixture of the suite has';
const FIXTURE_RESOURCE = 'reads a resource that only a fixture of the suite has';
const NO_PROMPTS = 'there are no prompts';
const ASKS_NOTHING = 'the server asks its clients nothing';
const NO_STREAM =
  'every answer is one JSON body, so there is no stream to poll or resume; the scenario checks nothing';

/** @type {Readonly<Record<string, string>>} scenarios that cannot pass here, and why */
export const CONFORMANCE_NOT_FOR_US = {
  'logging-set-level': 'no log is sent to clients, and none is announced',
  'completion-complete': 'nothing is completed, so that no value can be guessed letter by letter',
  'tools-call-simple-text': FIXTURE_TOOL,
  'tools-call-image': FIXTURE_TOOL,
  'tools-call-audio': FIXTURE_TOOL,
  'tools-call-embedded-resource': FIXTURE_TOOL,
  'tools-call-mixed-content': FIXTURE_TOOL,
  'tools-call-with-logging': FIXTURE_TOOL,
  'tools-call-error': FIXTURE_TOOL,
  'tools-call-with-progress': FIXTURE_TOOL,
  'tools-call-sampling': ASKS_NOTHING,
  'tools-call-elicitation': ASKS_NOTHING,
  'json-schema-2020-12': FIXTURE_TOOL,
  'elicitation-sep1034-defaults': ASKS_NOTHING,
  'elicitation-sep1330-enums': ASKS_NOTHING,
  'server-sse-polling': NO_STREAM,
  'server-sse-multiple-streams': NO_STREAM,
  'resources-read-text': FIXTURE_RESOURCE,
  'resources-read-binary': FIXTURE_RESOURCE,
  'resources-templates-read': FIXTURE_RESOURCE,
  'resources-subscribe': 'nothing can be subscribed to, and nothing is announced',
  'resources-unsubscribe': 'nothing can be subscribed to, and nothing is announced',
  'prompts-list': NO_PROMPTS,
  'prompts-get-simple': NO_PROMPTS,
  'prompts-get-with-args': NO_PROMPTS,
  'prompts-get-embedded-resource': NO_PROMPTS,
  'prompts-get-with-image': NO_PROMPTS,
};
