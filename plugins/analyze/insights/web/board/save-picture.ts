import { downloadFile } from '#core/ui/web/index.ts';
import type { LegendEntry } from './draw-chart.ts';

const SVG = 'http://www.w3.org/2000/svg';
const [PADDING, TITLE, LEGEND] = [16, 30, 22];
/** Pixels of a PNG for each of the screen. */
const SCALE = 2;
const LOOKS = [
  'fill',
  'stroke',
  'fill-opacity',
  'stroke-width',
  'font-size',
  'font-family',
  'font-weight',
  'text-anchor',
  'opacity',
] as const;

/** A picture of a chart by itself: with its title, its legend and the colours that the page gives it. */
export interface ChartPicture {
  readonly title: string;
  readonly svg: SVGSVGElement;
  readonly legend: readonly LegendEntry[];
}

function text(content: string, x: number, y: number, look: Readonly<Record<string, string>>): SVGTextElement {
  const element = document.createElementNS(SVG, 'text');
  for (const [name, value] of Object.entries({ x: String(x), y: String(y), ...look }))
    element.setAttribute(name, value);
  element.textContent = content;
  return element;
}

/** The chart as an SVG document that needs no style of the page. */
function standalone({ title, svg, legend }: ChartPicture): {
  readonly source: string;
  readonly width: number;
  readonly height: number;
} {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [drawn, copied] = [
    [svg, ...svg.querySelectorAll('*')],
    [copy, ...copy.querySelectorAll('*')],
  ];
  for (const [at, element] of drawn.entries()) {
    const style = getComputedStyle(element);
    for (const name of LOOKS) copied[at]!.setAttribute(name, style.getPropertyValue(name));
    copied[at]!.removeAttribute('style');
  }
  copy.querySelectorAll('style').forEach(each => each.remove());
  const { width, height } = svg.getBoundingClientRect();
  const page = getComputedStyle(document.body);
  const picture = document.createElementNS(SVG, 'svg');
  const size = {
    width: Math.ceil(width) + 2 * PADDING,
    height: Math.ceil(height) + 2 * PADDING + TITLE + (legend.length > 0 ? LEGEND : 0),
  };
  for (const [name, value] of Object.entries({ ...size, viewBox: `0 0 ${size.width} ${size.height}` }))
    picture.setAttribute(name, String(value));
  const background = document.createElementNS(SVG, 'rect');
  for (const [name, value] of Object.entries({ width: '100%', height: '100%', fill: page.backgroundColor }))
    background.setAttribute(name, value);
  const font = { 'font-family': page.fontFamily, fill: page.color };
  picture.append(background, text(title, PADDING, PADDING + 14, { ...font, 'font-size': '15', 'font-weight': '600' }));
  let x = PADDING;
  for (const { label, color } of legend) {
    const mark = document.createElementNS(SVG, 'rect');
    const y = PADDING + TITLE;
    for (const [name, value] of Object.entries({ x, y, width: 9, height: 9, fill: color }))
      mark.setAttribute(name, String(value));
    picture.append(mark, text(label, x + 14, y + 9, { ...font, 'font-size': '11' }));
    x += 26 + label.length * 6.5;
  }
  copy.setAttribute('x', String(PADDING));
  copy.setAttribute('y', String(size.height - PADDING - Math.ceil(height)));
  picture.append(copy);
  return { source: new XMLSerializer().serializeToString(picture), ...size };
}

const fileName = (title: string): string => title.replace(/[^\p{L}\p{N} _-]+/gu, ' ').trim() || 'chart';

/** Hands the person the chart as an SVG file. */
export function saveSvg(picture: ChartPicture): void {
  downloadFile(`${fileName(picture.title)}.svg`, new Blob([standalone(picture).source], { type: 'image/svg+xml' }));
}

/** Hands the person the chart as a PNG file of twice its size on screen. */
export async function savePng(picture: ChartPicture): Promise<void> {
  const { source, width, height } = standalone(picture);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: width * SCALE, height: height * SCALE });
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  const file = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'));
  if (file === null) throw new Error('The chart is too large for a picture.');
  downloadFile(`${fileName(picture.title)}.png`, file);
}
