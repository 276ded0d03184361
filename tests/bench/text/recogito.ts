import type { TextAnnotation } from '@recogito/text-annotator';
import { createTextAnnotator } from '@recogito/text-annotator';
import '@recogito/text-annotator/text-annotator.css';

interface Span {
  readonly id: string;
  readonly type: string;
  readonly classId: number;
  readonly start: number;
  readonly end: number;
}

const colors = ['#D7263D', '#1B998B', '#2E86AB', '#F46036', '#8E44AD', '#B7950B', '#16A085', '#E67E22'] as const;
const { instances, rareWord } = (await (await fetch('/instances.json')).json()) as {
  readonly instances: readonly Span[];
  readonly rareWord: string;
};
const text = await (await fetch('/report.txt')).text();
const frame = (): Promise<number> => new Promise(resolve => requestAnimationFrame(resolve));
await frame();

let made = 0;
const annotationOf = (start: number, end: number, id = `made-${(made += 1)}`): TextAnnotation =>
  ({
    id,
    bodies: [],
    target: { annotation: id, selector: [{ quote: text.slice(start, end), start, end }] },
  }) as unknown as TextAnnotation;

const start = performance.now();
const stage = document.querySelector<HTMLElement>('#stage')!;
const element = document.querySelector<HTMLElement>('#text')!;
element.textContent = text;
const annotator = createTextAnnotator(element, {
  style: annotation => ({ fill: colors[annotation.id.length % colors.length]!, fillOpacity: 0.25 }),
});
// Relations are a matter of a plugin of its own there, so that the spans alone are compared.
annotator.setAnnotations(
  instances.filter(each => each.type === 'entity').map(each => annotationOf(each.start, each.end, each.id)),
);
await frame();
await frame();
const opened = performance.now() - start;

const node = element.firstChild as Text;
const taken = instances.filter(each => each.type === 'entity').map(({ start: from, end }) => [from, end] as const);
let word: { readonly start: number; readonly end: number } | undefined;
let batch: readonly string[] = [];

function rectOf(from: number, to: number): DOMRect | undefined {
  const range = document.createRange();
  range.setStart(node, from);
  range.setEnd(node, to);
  return range.getClientRects()[0];
}

/** The first character that is in sight. */
function firstInSight(): number {
  let [low, high] = [0, text.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rectOf(middle, middle + 1)?.bottom ?? 0) < 300) low = middle + 1;
    else high = middle;
  }
  return low;
}

// Its own way is to select with the mouse and to annotate what was selected; here each edit is made by the key, without
// a selection, which costs it less.
window.addEventListener('keydown', event => {
  if (event.key === 'Enter' && word !== undefined) annotator.addAnnotation(annotationOf(word.start, word.end));
  else if (event.key === 'F9') for (const id of batch) annotator.removeAnnotation(id);
  else if (event.key.toLowerCase() === 'f' && event.ctrlKey) {
    const all: TextAnnotation[] = [];
    for (let at = text.indexOf(rareWord); at >= 0; at = text.indexOf(rareWord, at + rareWord.length))
      all.push(annotationOf(at, at + rareWord.length));
    batch = all.map(each => each.id);
    annotator.setAnnotations(all, false);
  } else return;
  event.preventDefault();
});

window.textBench = {
  opened,
  count: () => annotator.getAnnotations().length,
  freeWord() {
    const from = firstInSight();
    const words = text.slice(from, from + 3000).matchAll(/\w{5,}/g);
    for (const { index, 0: found } of words) {
      const at = { start: from + index, end: from + index + found.length };
      if (taken.some(([left, right]) => left < at.end && right > at.start)) continue;
      const rect = rectOf(at.start, at.end);
      if (rect === undefined) continue;
      word = at;
      return { left: rect.left + 2, right: rect.right - 2, y: (rect.top + rect.bottom) / 2 };
    }
    return undefined;
  },
  markRare: () => undefined,
  twoSpans: () => undefined,
  scrollTo: share => stage.scrollTo({ top: stage.scrollHeight * share }),
};
