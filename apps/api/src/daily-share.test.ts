import { expect, it } from 'vitest';
import { DAILY_SHARE } from './daily-share.ts';
import { llmsText } from './describe-archive.ts';
import { TOOLS } from './mcp/mcp-server.ts';
import { openApiDocument } from './openapi-document.ts';
import { EXPOSURE_MEANINGS, EXPOSURE_QUESTIONS } from './page/exposure-labels.ts';
import { helpPage } from './page/help-page.ts';
import { sampleIndex } from './sample-archive.fixture.ts';

const facts = { name: 'Small', reach: 'semantic', fixture: false } as const;

it('says that a day holds back a part, in fixed words, to readers, programs and models alike', async () => {
  const help = String(await helpPage(facts));
  expect(help).toMatch(new RegExp(`<section class="help" id="day">(?:(?!</section>).)*${DAILY_SHARE}`, 's'));
  expect(help).toMatch(/<section class="help" id="locator">(?:(?!<\/section>).)*href="#day"/s);
  expect(EXPOSURE_QUESTIONS.locator.answer).toContain(DAILY_SHARE);
  expect(llmsText('Small', await sampleIndex())).toContain(DAILY_SHARE);
  expect((openApiDocument() as { info: { description: string } }).info.description).toContain(DAILY_SHARE);
  const search = TOOLS.find(({ definition }) => definition.name === 'search_archive');
  expect(search?.definition.description).toContain(DAILY_SHARE);
});

it('never says of a location that its description is not released: it may be withheld for a day', async () => {
  const help = String(await helpPage(facts));
  const locator = /<section class="help" id="locator">.*?<\/section>/s.exec(help)?.[0];
  for (const words of [EXPOSURE_MEANINGS.locator, EXPOSURE_QUESTIONS.locator.answer, locator])
    expect(String(words)).not.toMatch(/(?:is|are) not released|no more\b|not even a description is released/);
});
