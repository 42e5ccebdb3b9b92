/**
 * One hit as a list item. Everything an archive sends is text here, never markup.
 */

/**
 * @param {import('@archive/contract').EvidenceHit} hit
 * @returns {HTMLLIElement}
 */
export function hitItem(hit) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.textContent = `${hit.entity.title}, ${hit.locatorLabel}`;
  if (/^https?:\/\//.test(hit.entity.url)) link.href = hit.entity.url;
  const words = document.createElement('p');
  words.className = hit.exposure === 'text' ? 'passage' : 'note';
  words.textContent = wordsOf(hit);
  item.append(link, ...(hit.date === undefined ? [] : [` (${hit.date})`]), words);
  return item;
}

/** @param {import('@archive/contract').EvidenceHit} hit */
function wordsOf(hit) {
  switch (hit.exposure) {
    case 'text':
      return hit.text;
    case 'semantic':
      return `A description, not a quotation: ${hit.gist}`;
    case 'locator':
      return 'Only where it is may be known.';
  }
}
