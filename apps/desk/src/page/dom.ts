/**
 * Makes the nodes of the page: elements from names, strings as text nodes, nothing from markup.
 *
 * Every string of the archive reaches the page through here, and there is no way in but as text or as one of the plain
 * attributes below. The security policy forbids the other ways as well.
 */

/** What may stand in an element. */
export type Child = Node | string | undefined | false;

/** Attributes an element may be given; none of them loads, runs or parses anything. */
export interface Attributes {
  class?: string;
  id?: string;
  dir?: 'auto';
  lang?: string;
  role?: string;
  type?: string;
  value?: string;
  for?: string;
  name?: string;
  tabindex?: number;
  rows?: number;
  disabled?: boolean;
  hidden?: boolean;
  checked?: boolean;
  selected?: boolean;
  autocomplete?: 'off';
  spellcheck?: 'false';
  'data-state'?: string;
  'data-open'?: boolean;
  'aria-label'?: string;
  'aria-labelledby'?: string;
  'aria-describedby'?: string;
  'aria-current'?: 'true';
  'aria-expanded'?: boolean;
  'aria-controls'?: string;
  'aria-hidden'?: 'true';
  'aria-invalid'?: 'true';
  'aria-keyshortcuts'?: string;
  'aria-live'?: 'polite' | 'assertive';
  'aria-pressed'?: boolean;
  'aria-posinset'?: number;
  'aria-setsize'?: number;
  'aria-valuemin'?: number;
  'aria-valuemax'?: number;
  'aria-valuenow'?: number;
  'aria-valuetext'?: string;
}

/** Makes an element. `false` and absent attributes and children are left out, but for `aria-…`, which says `false`. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || (value === false && !name.startsWith('aria-'))) continue;
    element.setAttribute(name, value === true && !name.startsWith('aria-') ? '' : String(value));
  }
  fill(element, ...children);
  return element;
}

/** Puts children in the place of what an element holds. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren(
    ...children.filter((child): child is Node | string => child !== undefined && child !== false),
  );
}

/** Makes a button that does something; `key` names its shortcut and is shown. */
export function button(
  label: string,
  act: () => void,
  { key, ...attributes }: Attributes & { key?: string } = {},
): HTMLButtonElement {
  const element = el(
    'button',
    { type: 'button', ...(key === undefined ? {} : { 'aria-keyshortcuts': key }), ...attributes },
    label,
    key !== undefined && el('kbd', { 'aria-hidden': 'true' }, shownKey(key)),
  );
  element.addEventListener('click', act);
  return element;
}

/** A shortcut as it is shown, from its name as programs know it. */
function shownKey(key: string): string {
  return key
    .replace('Control+', 'Ctrl ')
    .replace('Shift+', '⇧ ')
    .replace('Enter', '⏎')
    .replace('Escape', 'Esc');
}

/** Makes a field to choose from. */
export function choice(
  options: readonly { value: string; label: string }[],
  chosen: string,
  change: (value: string) => void,
  attributes: Attributes = {},
): HTMLSelectElement {
  const element = el(
    'select',
    attributes,
    ...options.map(({ value, label }) => el('option', { value, selected: value === chosen }, label)),
  );
  element.addEventListener('change', () => change(element.value));
  return element;
}
