/**
 * What JavaScript adds to the page that answers: the answer without a reload, what is being done meanwhile, and a question
 * after the `#` of the address, where no server sees it.
 *
 * A question is posted to the page's own address; steps come back as events, then the page, of which the answer is taken.
 * Nothing is rendered here. One question at a time: a new one ends the one before. Plain DOM; nothing is stored.
 */

/** What a reader is told of each step. */
const STEPS = new Map([
  ['searching', 'Searching…'],
  ['reading', 'Reading what was found…'],
  ['writing', 'A model is writing…'],
  ['checking', 'Checking what was written…'],
  ['correcting', 'Having it corrected…'],
]);
const archiveName = document.querySelector('.name')?.textContent ?? '';
const NO_ANSWER = 'The archive cannot answer at the moment. Try again later.';

/** The request that is under way. @type {AbortController | undefined} */
let asking;

const form = document.querySelector('form.asking');
const box = document.querySelector('form.asking input[name="q"]');
const said = document.querySelector('#said');
if (form instanceof HTMLFormElement && box instanceof HTMLInputElement && said instanceof HTMLElement)
  start(form, box, said);

/**
 * @param {HTMLFormElement} fields
 * @param {HTMLInputElement} input
 * @param {HTMLElement} status a live region
 */
function start(fields, input, status) {
  fields.addEventListener('submit', (event) => {
    event.preventDefault();
    history.pushState(null, '', `/ask#${new URLSearchParams({ q: input.value })}`);
    void ask(input, status);
  });

  // Back, forward, an edited address, and links to questions, which lead to this page.
  addEventListener('popstate', () => {
    if (location.hash !== '' && !location.hash.includes('=')) return;
    input.value = inAddress(location.hash);
    void ask(input, status);
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
    input.value = inAddress(location.hash);
    void ask(input, status);
    return;
  }
  if (location.search !== '' && location.hash === '')
    history.replaceState(null, '', `/ask#${new URLSearchParams({ q: inAddress(location.search) })}`);
  keepQuestionsOutOfLinks();
}

/**
 * The question in a part of an address.
 *
 * @param {string} part
 */
function inAddress(part) {
  return new URLSearchParams(part.slice(1)).get('q') ?? '';
}

/**
 * Asks, says what is being done, and shows what comes back.
 *
 * @param {HTMLInputElement} input
 * @param {HTMLElement} status
 */
async function ask(input, status) {
  asking?.abort();
  const { signal } = (asking = new AbortController());
  const isOver = () => signal.aborted;
  document.querySelector('#answer')?.setAttribute('aria-busy', 'true');
  status.textContent = '';
  /** Steps that pass at once are not worth a word. @type {string | undefined} */
  let step;
  const patience = setTimeout(() => {
    status.textContent = STEPS.get(step ?? 'searching') ?? '';
    status.classList.remove('skip');
  }, 400);
  try {
    const response = await fetch('/ask', {
      method: 'POST',
      body: new URLSearchParams({ q: input.value }),
      headers: { accept: 'text/event-stream' },
      signal,
      credentials: 'omit',
    });
    const page = await pageOf(response, (name) => {
      step = name;
      if (!status.classList.contains('skip')) status.textContent = STEPS.get(name) ?? '';
    });
    if (isOver()) return;
    if (page === undefined || page.querySelector('#answer') === null) refuse(status, refusal(response));
    else show(status, page, input);
  } catch {
    if (!isOver()) refuse(status, 'The archive cannot be reached at the moment.');
  } finally {
    clearTimeout(patience);
    if (!isOver()) {
      document.querySelector('#answer')?.removeAttribute('aria-busy');
      status.classList.add('skip');
    }
  }
}

/**
 * The page that a response holds: as a whole, or as the last of its events.
 *
 * @param {Response} response
 * @param {(step: string) => void} onStep
 * @returns {Promise<Document | undefined>}
 */
async function pageOf(response, onStep) {
  const parsed = (/** @type {string} */ text) => new DOMParser().parseFromString(text, 'text/html');
  if (!(response.headers.get('content-type') ?? '').startsWith('text/event-stream'))
    return parsed(await response.text());
  let page;
  for await (const { name, data } of eventsOf(response)) {
    if (name === 'step') onStep(data.step);
    if (name === 'page') page = parsed(data.body);
  }
  return page;
}

/**
 * The events of a stream; this server writes each as a name and one line of JSON.
 *
 * @param {Response} response
 */
async function* eventsOf(response) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) return;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
      if (name !== undefined && data !== undefined) yield { name, data: JSON.parse(data) };
    }
  }
}

/**
 * Puts the answer of a page into this one.
 *
 * @param {HTMLElement} status
 * @param {Document} page
 * @param {HTMLInputElement} input
 */
function show(status, page, input) {
  const held = document.activeElement;
  const fresh = page.querySelector('#answer');
  if (fresh !== null) document.querySelector('#answer')?.replaceWith(fresh);
  for (const name of ['aria-invalid', 'aria-describedby']) {
    const value = page.querySelector('form.asking input[name="q"]')?.getAttribute(name) ?? null;
    if (value === null) input.removeAttribute(name);
    else input.setAttribute(name, value);
  }
  keepQuestionsOutOfLinks();
  const q = input.value.trim();
  document.title = `${q === '' ? 'Ask' : [...q].slice(0, 60).join('')} – ${archiveName}`;
  const outcome = document.querySelector('#outcome');
  status.textContent = outcome?.textContent ?? '';
  if (!(outcome instanceof HTMLElement)) return;
  // What had the focus may be gone with the old answer; on a touch screen the keyboard is to go.
  const isTyping = held instanceof HTMLInputElement && matchMedia('(pointer: coarse)').matches;
  if (isTyping || (held !== null && !held.isConnected)) outcome.focus({ preventScroll: !isTyping });
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
  if (status !== 429) return NO_ANSWER;
  const when = seconds > 0 ? `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}` : 'later';
  return `These were many questions in a short time. Try again ${when}.`;
}

/** Links to questions that the server wrote with `?` get a `#` in its place: the scripts answer them. */
function keepQuestionsOutOfLinks() {
  for (const link of document.querySelectorAll('a[href^="/?"], a[href^="/ask?"]'))
    link.setAttribute('href', (link.getAttribute('href') ?? '').replace('?', '#'));
}
