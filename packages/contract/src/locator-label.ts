/**
 * A place in a work, written for people.
 */
import { LocatorError } from './errors.ts';
import type { Locator } from './locator.ts';
import { formatTimecode } from './timecode.ts';

type Render = (locator: Locator, isRange: boolean) => string;

const spanOf = ({ value, end }: Locator, isRange: boolean): string => (isRange ? `${value}–${end}` : value);

const RENDERERS: Readonly<Record<string, Render>> = {
  whole: () => 'whole record',
  page: (locator, isRange) => `${isRange ? 'pp.' : 'p.'} ${spanOf(locator, isRange)}`,
  chapter: (locator, isRange) => `ch. ${spanOf(locator, isRange)}`,
  section: (locator, isRange) => `§${spanOf(locator, isRange)}`,
  paragraph: (locator, isRange) => `¶${spanOf(locator, isRange)}`,
  chunk: (locator, isRange) => `part ${spanOf(locator, isRange)}`,
  note: (locator) => locator.value,
  timecode: ({ value, end }, isRange) => {
    const from = formatTimecode(value);
    const to = isRange && end !== undefined ? formatTimecode(end) : from;
    return from === to ? from : `${from}–${to}`;
  },
};

/**
 * Renders a locator for people: "p. 184", "12:30–14:05", "ch. 12, §3", "whole record".
 *
 * Steps keep their order and are joined by a comma. An unknown scheme is shown before its value.
 *
 * @throws {LocatorError} when the list is empty or a timecode has another form than decimal seconds
 */
export function renderLocatorLabel(locator: readonly Locator[]): string {
  if (locator.length === 0) {
    throw new LocatorError({
      message: 'a locator has no step',
      help: 'give at least one {scheme, value}',
    });
  }
  return locator
    .map((step) => {
      const isRange = step.end !== undefined && step.end !== step.value;
      const render = Object.hasOwn(RENDERERS, step.scheme) ? RENDERERS[step.scheme] : undefined;
      return render === undefined ? `${step.scheme} ${spanOf(step, isRange)}`.trim() : render(step, isRange);
    })
    .join(', ');
}
