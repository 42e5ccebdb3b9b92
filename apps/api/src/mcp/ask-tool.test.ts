/**
 * The tool `ask_archive`: off unless turned on, the same in both twins, and no more than the route gives.
 */
import { relatedWorks } from '@archive/answer';
import { type Answer, answerSchema, type EvidenceHit, POLICY_COPY } from '@archive/contract';
import { createNgramEmbedder } from '@archive/embed';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AppOptions } from '../app-options.ts';
import { scriptedModel } from '../answers/scripted-model.fixture.ts';
import { createApp } from '../create-app.ts';
import { createLimits } from '../limits/limits.ts';
import { sampleIndex } from '../sample-archive.fixture.ts';
import { askedAnswer, askTool } from './ask-tool.ts';
import { flatAnswer, type FlatAnswer } from './flat-answer.ts';
import { hostileHit, UNSEEN } from './hostile.fixture.ts';
import { activeNodes } from './markdown-tree.fixture.ts';
import { mcpCall } from './mcp-call.fixture.ts';
import { leavesOf, readTwin, sayable } from './read-twin.fixture.ts';

const index = await sampleIndex();
const appWith = (more: Partial<AppOptions> = {}) =>
  createApp({ index: () => index, embedder: createNgramEmbedder(), ...more });
const ON = { answers: { mcpTool: true } };
const ask = (args: object, app = appWith(ON)) =>
  mcpCall(app, 'tools/call', { name: 'ask_archive', arguments: args });

/** An answer whose sentences quote the passages of these hits. */
function answerOf(hits: readonly EvidenceHit[]): Answer {
  const unique = [...new Map(hits.map((hit) => [hit.fragmentId, hit])).values()];
  const passages = unique.flatMap((hit) => (hit.exposure === 'text' ? [hit] : []));
  const related = relatedWorks(unique);
  const mode =
    passages.length > 0
      ? related.length > 0
        ? 'supported'
        : 'partial'
      : related.length > 0
        ? 'related-material'
        : 'not-found';
  return {
    contract: 'archive-answer/1',
    question: 'never repeated',
    mode,
    method: 'extractive',
    sentences: passages.map(({ text, fragmentId, entity }) => ({
      text,
      citations: [{ fragmentId, url: entity.url }],
    })),
    related,
    sources: passages.map(({ fragmentId, entity, locatorLabel }) => ({ fragmentId, entity, locatorLabel })),
    ...(mode === 'not-found' ? { refusal: { reason: 'no-evidence', text: 'Nothing.' } } : {}),
    index: { builtAt: '2026-01-02', entityCount: 3, fragmentCount: 4 },
  };
}

describe('ask_archive', () => {
  it('is there only where an operator turned it on', async () => {
    const names = async (app: ReturnType<typeof appWith>) =>
      ((await mcpCall(app, 'tools/list')).message.result as { tools: { name: string }[] }).tools.map(
        ({ name }) => name,
      );
    expect(await names(appWith())).toEqual(['search_archive', 'get_entity']);
    expect(await names(appWith(ON))).toEqual(['search_archive', 'get_entity', 'ask_archive']);
    const off = await ask({ q: 'harbour' }, appWith());
    expect(off.message.error?.message).toBe(
      'there is no tool of that name; there are search_archive and get_entity',
    );
  });

  it('says what the exposures mean in the words of the contract, in a length that clients take', () => {
    const { description } = askTool.definition;
    for (const words of [...Object.values(POLICY_COPY.exposure), POLICY_COPY.note])
      expect(description).toContain(words);
    expect(description.length).toBeLessThan(2048);
  });

  it('answers with what the route gives, sentences with the numbers of their sources', async () => {
    const q = 'When does the harbour bell ring?';
    const over = await appWith().request('/v1/ask', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ q }),
    });
    const answer = answerSchema.parse(await over.json());
    const { message } = await ask({ q });
    const structured = message.result?.structuredContent as FlatAnswer;
    expect(structured).toEqual(flatAnswer(answer));
    expect(structured.sentences[0]).toEqual({ cites: [1], text: 'The harbour bell rings in the fog.' });
    expect(structured.sources[0]).toMatchObject({
      fragmentId: 'essay:harbour-bells#s1',
      title: 'Harbour bells',
    });
    const validate = new AjvJsonSchemaValidator().getValidator(askTool.definition.outputSchema as never);
    expect(validate(structured)).toMatchObject({ valid: true });
  });

  it('refuses in fixed words', async () => {
    expect((await ask({ q: 'qqqq' })).message.result?.structuredContent).toMatchObject({
      mode: 'not-found',
      refusalReason: 'no-evidence',
      sentences: [],
      related: [],
    });
  });

  it('is as strict as a search, and counts null as absent', async () => {
    expect((await ask({ q: 'harbour', limit: null, raw: null })).message.result?.isError).toBeUndefined();
    expect((await ask({ q: ' ', model: 'x' })).message.result).toEqual({
      isError: true,
      content: [
        {
          type: 'text',
          text: 'invalid-request: the search request is not valid\n- q is blank\n- model is not a known field',
        },
      ],
    });
  });

  it('has the allowance of the other doors, counted once for a call', async () => {
    let epoch = 0;
    const model = scriptedModel(undefined, (call) => {
      if (call === 1) epoch += 1;
    });
    const app = appWith({
      answers: { mcpTool: true, model },
      limits: createLimits({ answersPerDay: 2 }),
      takedownEpoch: () => epoch,
    });
    const isRefused = async () => (await ask({ q: 'harbour bell' }, app)).message.result?.isError === true;
    expect([await isRefused(), await isRefused(), await isRefused()]).toEqual([false, false, true]);
  });

  it('says the same in both twins, and nothing in either acts', () => {
    fc.assert(
      fc.property(fc.array(hostileHit, { maxLength: 3 }), (hits) => {
        const { structuredContent, text } = askedAnswer(flatAnswer(answerOf(hits)));
        const { facts, served } = readTwin(text);
        const { sentences, sources, related, ...rest } = structuredContent as FlatAnswer;
        expect(facts).toEqual(sayable(rest));
        expect(served.map(({ record }) => record)).toEqual(
          [...sentences, ...sources, ...related].map(sayable),
        );
        for (const said of [...leavesOf(structuredContent), text]) {
          expect(said).not.toMatch(UNSEEN);
          for (const node of activeNodes(said)) expect(node).toMatch(/^link https?:/);
        }
        expect(text).not.toContain('never repeated');
      }),
      { numRuns: 40 },
    );
  });
});
