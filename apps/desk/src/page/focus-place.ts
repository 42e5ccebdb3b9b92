/**
 * Keeps the focus, and how far panes are scrolled, where they were when a part of the page is made anew.
 */

/**
 * Does `remake`, and gives the focus back to the element that is now what the focused one was.
 *
 * @param isSame  whether the part shows the same thing afterwards, and its panes stay scrolled
 */
export function keepPlace(part: Element, isSame: boolean, remake: () => void): void {
  const scrolled = isSame ? [...part.querySelectorAll('.pane')].map(({ scrollTop }) => scrollTop) : [];
  const before = document.activeElement;
  const wasInside = before instanceof HTMLElement && part.contains(before);
  const name = wasInside ? nameOf(before) : undefined;
  remake();
  for (const [at, pane] of [...part.querySelectorAll('.pane')].entries()) pane.scrollTop = scrolled[at] ?? 0;
  if (!wasInside || document.activeElement === before) return;
  const again = before.isConnected
    ? before
    : [...part.querySelectorAll<HTMLElement>('button, select, textarea, summary, [tabindex]')].find(
        (candidate) => nameOf(candidate) === name,
      );
  (again ?? document.getElementById('fragment-title'))?.focus({ preventScroll: true });
}

function nameOf(element: HTMLElement): string {
  const label = element.id !== '' ? element.id : element.textContent;
  return `${element.tagName} ${element.tagName === 'SECTION' ? element.className : label}`;
}
