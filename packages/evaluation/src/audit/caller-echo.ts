/**
 * Takes out of an answer what the caller sent and the contract gives back: the question, nothing else.
 *
 * Only the places meant for it are emptied (`query` of a response, `question` of an answer, the name of an unknown field in an
 * error, over MCP too, the address in an MCP error, and of the page its title, fields, line for print, links to like searches
 * and filters in use); a question repeated anywhere else stays and is found.
 */

/** An answer without the words of its own question. */
export function withoutEcho(body: string, contentType: string, sent: readonly string[]): string {
  if (sent.length === 0) return body;
  if (contentType.includes('event-stream')) return withoutEchoInEvents(body, sent);
  if (contentType.includes('json')) return withoutQuery(body, sent);
  return contentType.includes('html') ? withoutFields(body, sent) : body;
}

/** Events hold a page, an answer or a problem, each with its own places for an echo. */
function withoutEchoInEvents(body: string, sent: readonly string[]): string {
  return body
    .split('\n')
    .map((line) =>
      line.startsWith(DATA) ? `${DATA}${withoutEchoInEvent(line.slice(DATA.length), sent)}` : line,
    )
    .join('\n');
}

function withoutEchoInEvent(data: string, sent: readonly string[]): string {
  try {
    const { body, answer, ...rest } = JSON.parse(data) as { body?: unknown; answer?: unknown };
    if (typeof body === 'string') return `${JSON.stringify(rest)} ${withoutFields(body, sent)}`;
    if (answer !== undefined) return `${JSON.stringify(rest)} ${withoutQuery(JSON.stringify(answer), sent)}`;
    return withoutQuery(data, sent);
  } catch {
    return data;
  }
}

function withoutQuery(body: string, sent: readonly string[]): string {
  try {
    const { query, question, errors, error, result, ...rest } = JSON.parse(body) as {
      query?: unknown;
      question?: unknown;
      errors?: unknown;
      error?: { data?: { uri?: unknown } };
      result?: { isError?: unknown; content?: { text?: unknown }[] };
    };
    const uri = error?.data?.uri;
    return JSON.stringify({
      ...(error === undefined
        ? {}
        : { error: typeof uri === 'string' && sent.includes(uri) ? { ...error, data: {} } : error }),
      ...(query === undefined
        ? {}
        : { query: typeof query === 'string' && sent.includes(query) ? '' : query }),
      ...(question === undefined
        ? {}
        : { question: typeof question === 'string' && sent.includes(question) ? '' : question }),
      ...(errors === undefined
        ? {}
        : {
            errors: Array.isArray(errors) ? errors.map((each: unknown) => withoutField(each, sent)) : errors,
          }),
      ...(result === undefined
        ? {}
        : { result: result.isError === true ? withoutNames(result, sent) : result }),
      ...rest,
    });
  } catch {
    return body;
  }
}

/** An error names the field at fault, which can be a key that the caller made up. */
function withoutField(error: unknown, sent: readonly string[]): unknown {
  const { field } = (error ?? {}) as { field?: unknown };
  return typeof field === 'string' && sent.includes(field) ? { ...(error as object), field: '' } : error;
}

/** The refusal of a tool names the field at fault at the start of a line. */
function withoutNames(result: { content?: { text?: unknown }[] }, sent: readonly string[]): object {
  const content = result.content?.map(({ text, ...rest }) => ({
    ...rest,
    text:
      typeof text === 'string'
        ? text.replace(/^- (.*) is not a known field$/gm, (line, name: string) =>
            sent.includes(name) ? '-' : line,
          )
        : text,
  }));
  return { ...result, content };
}

function withoutFields(body: string, sent: readonly string[]): string {
  const known = new Set(sent.flatMap((text) => [text, text.trim()]));
  return body
    .replace(/ href="\/\?([^"]*)"/g, (_, query: string) => {
      const others = new URLSearchParams();
      new URLSearchParams(decoded(query)).forEach((value, name) => {
        if (!known.has(value)) others.append(name, value);
      });
      return ` href="/?${others.toString()}"`;
    })
    .replace(/<(ul|p) class="(?:chips|print)\b[\s\S]*?<\/\1>/g, (echo) =>
      echo.replace(/<bdi\b[^>]*>([^<]*)<\/bdi>/g, (chip, text: string) =>
        known.has(decoded(text)) ? '<bdi></bdi>' : chip,
      ),
    )
    .replace(/<input\b[^>]*>/g, (input) =>
      input.replace(/value="([^"]*)"/, (attribute, value: string) =>
        known.has(decoded(value)) ? 'value=""' : attribute,
      ),
    )
    .replace(/<title>([^<]*)<\/title>/, (title, text: string) => {
      const shown = decoded(text);
      const isEcho = [...known].some((each) =>
        shown.startsWith(Array.from(each).slice(0, TITLE_CHARS).join('')),
      );
      return isEcho ? '<title></title>' : title;
    });
}

/** How a line of an event begins that holds what it is about. */
const DATA = 'data: ';
/** How much of a question the title of a page shows. */
const TITLE_CHARS = 60;

function decoded(text: string): string {
  return text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
