/**
 * What JavaScript adds to the search page: answers without a reload, a question after the `#` of the address, where no
 * server sees it, and `/` for the search box.
 *
 * A question is posted to the page's own address, and the parts it changes are taken out of the page that comes back;
 * nothing is rendered here. One question at a time: a new one ends the one before. Plain DOM; nothing is stored.
 */

/** What an answer changes. */
const PARTS = ['#answer', '#facets'];
const archiveName = document.querySelector('.name')?.textContent ?? '';

/** The request that is under way. @type {AbortController | undefined} */
let asking;

document.addEventListener('keydown', (event) => {
  const typing = event.target instanceof Element && event.target.closest('input, select, textarea');
  if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const box = document.querySelector('input[name="q"]');
  if (!(box instanceof HTMLInputElement)) return;
  event.preventDefault();
  box.focus();
  box.select();
});

const form = document.querySelector('form.search');
const said = document.querySelector('#said');
if (form instanceof HTMLFormElement && said instanceof HTMLElement) start(form, said);

/**
 * @param {HTMLFormElement} fields
 * @param {HTMLElement} status a live region
 */
function start(fields, status) {
  fields.addEventListener('submit', (event) => {
    event.preventDefault();
    const parameters = filled(fields);
    history.pushState(null, '', `/#${parameters}`);
    void ask(status, parameters);
  });

  // Back, forward, an edited address, and links to questions, which lead to this page.
  addEventListener('popstate', () => {
    if (location.hash !== '' && !location.hash.includes('=')) return;
    const parameters = inAddress(location.hash);
    fill(fields, parameters);
    void ask(status, parameters);
  });

  // A link to a place on this page: the address keeps the question.
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
    const place = document.getElementById(link?.getAttribute('href')?.slice(1) ?? '');
    if (place === null) return;
    event.preventDefault();
    place.scrollIntoView();
    place.focus({ preventScroll: true });
  });

  if (location.hash.includes('=')) {
    const parameters = inAddress(location.hash);
    fill(fields, parameters);
    void ask(status, parameters);
    return;
  }
  if (location.search !== '' && location.hash === '')
    history.replaceState(null, '', `/#${inAddress(location.search)}`);
  keepQuestionsOutOfLinks();
}

/**
 * The parameters of a part of an address, without its `?` or `#`.
 *
 * @param {string} part
 */
function inAddress(part) {
  return new URLSearchParams(part.slice(1));
}

/**
 * The fields that are filled in.
 *
 * @param {HTMLFormElement} fields
 */
function filled(fields) {
  const parameters = new URLSearchParams();
  for (const [name, value] of new FormData(fields))
    if (typeof value === 'string' && value.trim() !== '') parameters.append(name, value);
  return parameters;
}

/**
 * Sets the fields to what is asked.
 *
 * @param {HTMLFormElement} fields
 * @param {URLSearchParams} parameters
 */
function fill(fields, parameters) {
  for (const field of fields.elements) {
    if (field instanceof HTMLInputElement && field.type === 'checkbox')
      field.checked = parameters.getAll(field.name).includes(field.value);
    else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
      field.value = parameters.get(field.name) ?? '';
  }
}

/**
 * Asks, and shows what comes back.
 *
 * @param {HTMLElement} status
 * @param {URLSearchParams} parameters
 */
async function ask(status, parameters) {
  asking?.abort();
  const { signal } = (asking = new AbortController());
  const isOver = () => signal.aborted;
  document.querySelector('#answer')?.setAttribute('aria-busy', 'true');
  status.textContent = '';
  const patience = setTimeout(() => (status.textContent = 'Searching…'), 400);
  try {
    const response = await fetch('/', { method: 'POST', body: parameters, signal, credentials: 'omit' });
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    if (isOver()) return;
    if (page.querySelector('#answer') === null) refuse(status, refusal(response));
    else show(status, page, parameters);
  } catch {
    if (!isOver()) refuse(status, 'The archive cannot be reached at the moment.');
  } finally {
    clearTimeout(patience);
    if (!isOver()) document.querySelector('#answer')?.removeAttribute('aria-busy');
  }
}

/**
 * Puts the parts of a page that a question changes into this one.
 *
 * @param {HTMLElement} status
 * @param {Document} page
 * @param {URLSearchParams} parameters
 */
function show(status, page, parameters) {
  const held = document.activeElement;
  for (const part of PARTS) {
    const fresh = page.querySelector(part);
    if (fresh !== null) document.querySelector(part)?.replaceWith(fresh);
  }
  markFaults(page);
  keepQuestionsOutOfLinks();
  const q = (parameters.get('q') ?? '').trim();
  document.title = q === '' ? archiveName : `${[...q].slice(0, 60).join('')} – ${archiveName}`;
  const outcome = document.querySelector('#outcome');
  status.textContent = outcome?.textContent ?? '';
  if (!(outcome instanceof HTMLElement)) return;
  // What had the focus may be gone with the old answer; on a touch screen the keyboard is to go.
  const isTyping = held instanceof HTMLInputElement && matchMedia('(pointer: coarse)').matches;
  if (isTyping || (held !== null && !held.isConnected)) outcome.focus({ preventScroll: !isTyping });
  if (page.querySelector('#answer.problem') !== null) outcome.scrollIntoView({ block: 'nearest' });
}

/**
 * Marks the fields that cannot be read, as they are on a page, and no others.
 *
 * @param {Document} page
 */
function markFaults(page) {
  for (const field of document.querySelectorAll('form.search [name]')) {
    const isFaulty =
      page.querySelector(`form.search [name="${field.getAttribute('name')}"][aria-invalid]`) !== null;
    if (isFaulty) {
      field.setAttribute('aria-invalid', 'true');
      field.setAttribute('aria-describedby', 'outcome');
    } else {
      field.removeAttribute('aria-invalid');
      field.removeAttribute('aria-describedby');
    }
  }
}

/**
 * Says instead of an answer why there is none.
 *
 * @param {HTMLElement} status
 * @param {string} sentence
 */
function refuse(status, sentence) {
  const words = document.createElement('p');
  words.id = 'outcome';
  words.tabIndex = -1;
  words.className = 'notice bad';
  words.textContent = sentence;
  document.querySelector('#answer')?.replaceChildren(words);
  status.textContent = sentence;
}

/**
 * @param {Response} response
 */
function refusal({ status, headers }) {
  const seconds = Number(headers.get('retry-after'));
  const when = seconds > 0 ? `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}` : 'later';
  return `${status === 429 ? 'These were many questions in a short time.' : 'The archive cannot answer at the moment.'} Try again ${when}.`;
}

/** Links to questions that the server wrote with `?` get a `#` in its place: this script answers them. */
function keepQuestionsOutOfLinks() {
  for (const link of document.querySelectorAll('a[href^="/?"]'))
    link.setAttribute('href', `/#${inAddress(link.getAttribute('href')?.slice(1) ?? '')}`);
}
