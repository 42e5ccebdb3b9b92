/**
 * Draws cost over size on logarithmic scales, as an SVG that reads on a light and on a dark page.
 */

/** One size. */
export interface GrowthPoint {
  size: number;
  queryMs: number;
  publishMs: number;
}

const [WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM] = [640, 400, 70, 20, 150, 50];

/** Draws the two curves. */
export function growthChart(points: readonly GrowthPoint[]): string {
  const decades = (values: readonly number[]): [number, number] => [
    Math.floor(Math.log10(Math.min(...values))),
    Math.ceil(Math.log10(Math.max(...values))),
  ];
  const [fromX, toX] = decades(points.map(({ size }) => size));
  const [fromY, toY] = decades(points.flatMap(({ queryMs, publishMs }) => [queryMs, publishMs]));
  const x = (size: number): number =>
    LEFT + ((Math.log10(size) - fromX) / (toX - fromX)) * (WIDTH - LEFT - RIGHT);
  const y = (ms: number): number =>
    HEIGHT - BOTTOM - ((Math.log10(ms) - fromY) / (toY - fromY)) * (HEIGHT - TOP - BOTTOM);
  const grid: string[] = [];
  for (let decade = fromX; decade <= toX; decade++)
    grid.push(
      line(x(10 ** decade), TOP, x(10 ** decade), HEIGHT - BOTTOM),
      text(x(10 ** decade), HEIGHT - BOTTOM + 20, (10 ** decade).toLocaleString('en-US'), 'middle'),
    );
  for (let decade = fromY; decade <= toY; decade++)
    grid.push(
      line(LEFT, y(10 ** decade), WIDTH - RIGHT, y(10 ** decade)),
      text(LEFT - 8, y(10 ** decade) + 4, `${10 ** decade} ms`, 'end'),
    );
  const curve = (of: (point: GrowthPoint) => number, colour: string, label: string): string => {
    const places = points.map((point) => [x(point.size), y(of(point))] as const);
    const [lastX, lastY] = places.at(-1) ?? [0, 0];
    return [
      `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${places.map((at) => at.map((each) => each.toFixed(1)).join(',')).join(' ')}"/>`,
      ...places.map(
        ([cx, cy]) => `<circle cx="${cx.toFixed(1)}" cy="${cy.toFixed(1)}" r="3.5" fill="${colour}"/>`,
      ),
      text(lastX + 10, lastY + 4, label, 'start', colour),
    ].join('\n');
  };
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" role="img" aria-label="Cost of a question and of publishing one change, over the number of fragments">
${grid.join('\n')}
${curve(({ queryMs }) => queryMs, '#2f7ed8', 'a question, p50')}
${curve(({ publishMs }) => publishMs, '#c2571a', 'one change published')}
${text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, 'fragments of 384 dimensions', 'middle')}
</svg>
`;
}

function line(fromX: number, fromY: number, toX: number, toY: number): string {
  return `<line x1="${fromX.toFixed(1)}" y1="${fromY.toFixed(1)}" x2="${toX.toFixed(1)}" y2="${toY.toFixed(1)}" stroke="#888" stroke-opacity="0.35"/>`;
}

function text(atX: number, atY: number, words: string, anchor: string, colour = '#888'): string {
  return `<text x="${atX.toFixed(1)}" y="${atY.toFixed(1)}" text-anchor="${anchor}" fill="${colour}">${words}</text>`;
}
