/**
 * Plots of a report as SVG: no script, no address, nothing but shapes and short labels.
 */

/** Bars over a line of numbers, in up to two series. */
export interface BarPlot {
  readonly title: string;
  readonly labels: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[];
}

/** Draws bars, the series beside each other. */
export function barPlot({ title, labels, series }: BarPlot): string {
  const most = Math.max(1, ...series.flatMap(({ values }) => values));
  const step = INNER_WIDTH / Math.max(1, labels.length);
  const width = (step * 0.8) / Math.max(1, series.length);
  const bars = series.flatMap(({ values }, at) =>
    values.map((value, place) => {
      const height = (value / most) * INNER_HEIGHT;
      const x = LEFT + place * step + at * width + step * 0.1;
      return value === 0
        ? ''
        : `<rect class="s${at}" x="${fixed(x)}" y="${fixed(TOP + INNER_HEIGHT - height)}" width="${fixed(width)}" height="${fixed(height)}"/>`;
    }),
  );
  const every = Math.ceil(labels.length / 10);
  const marks = labels.map((label, at) =>
    at % every === 0
      ? `<text x="${fixed(LEFT + (at + 0.5) * step)}" y="${TOP + INNER_HEIGHT + 16}" text-anchor="middle">${escapeHtml(label)}</text>`
      : '',
  );
  return frame(
    title,
    series.map(({ name }) => name),
    [...bars, ...marks, axis(0, String(0)), axis(1, String(most))],
  );
}

/** Draws a line through points; `y` from 0 to `top`. */
export function linePlot({
  title,
  points,
  top,
  unit,
}: {
  readonly title: string;
  readonly points: readonly { readonly label: string; readonly y: number }[];
  readonly top: number;
  readonly unit: string;
}): string {
  const step = INNER_WIDTH / Math.max(1, points.length - 1);
  const places = points.map(
    ({ y }, at) =>
      `${fixed(LEFT + at * step)},${fixed(TOP + INNER_HEIGHT * (1 - y / (top === 0 ? 1 : top)))}`,
  );
  const every = Math.max(1, Math.ceil(points.length / 10));
  const marks = points.map(({ label }, at) =>
    at % every === 0
      ? `<text x="${fixed(LEFT + at * step)}" y="${TOP + INNER_HEIGHT + 16}" text-anchor="middle">${escapeHtml(label)}</text>`
      : '',
  );
  return frame(
    title,
    [],
    [
      `<polyline class="l0" points="${places.join(' ')}"/>`,
      ...marks,
      axis(0, `0${unit}`),
      axis(1, `${Number(top.toFixed(1))}${unit}`),
    ],
  );
}

/** Makes a string safe inside of text and attributes. */
export function escapeHtml(text: string): string {
  return text.replace(
    /[&<>"'\p{Cc}]/gu,
    (character) => ESCAPES[character] ?? (character === '\n' ? '\n' : '�'),
  );
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function frame(title: string, names: readonly string[], inner: readonly string[]): string {
  const legend = names
    .map(
      (name, at) =>
        `<rect class="s${at}" x="${LEFT + at * 190}" y="6" width="10" height="10"/><text x="${LEFT + at * 190 + 15}" y="15">${escapeHtml(name)}</text>`,
    )
    .join('');
  return `<figure><figcaption>${escapeHtml(title)}</figcaption><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeHtml(title)}">${legend}<path class="axis" d="M${LEFT} ${TOP}V${TOP + INNER_HEIGHT}H${LEFT + INNER_WIDTH}"/>${inner.join('')}</svg></figure>`;
}

function axis(share: number, label: string): string {
  return `<text x="${LEFT - 6}" y="${fixed(TOP + INNER_HEIGHT * (1 - share) + 4)}" text-anchor="end">${escapeHtml(label)}</text>`;
}

const fixed = (value: number): string => value.toFixed(1);
const WIDTH = 640;
const HEIGHT = 220;
const LEFT = 48;
const TOP = 26;
const INNER_WIDTH = WIDTH - LEFT - 12;
const INNER_HEIGHT = HEIGHT - TOP - 26;
