import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { KeyMap } from '#core/shortcuts/web/index.ts';
import type { AnnotationDocument } from '#plugins/annotate/annotations/common/index.ts';
import { emptyDocument } from '#plugins/annotate/annotations/common/index.ts';
import { MemorySession } from '#plugins/annotate/editor/web/kit/index.ts';
import type { Dictionary } from '#plugins/annotate/editor-text/common/index.ts';
import { isEntity } from '#plugins/annotate/editor-text/common/index.ts';
import { TextEditor } from '#plugins/annotate/editor-text/web/text-editor.ts';
import { TextSettings } from '#plugins/annotate/editor-text/web/text-settings.ts';

/** Functions of the page for the runner; all the rest happens through real input. */
interface TextBench {
  /** Milliseconds from asking for the text to the first complete picture of it. */
  readonly opened: number;
  count(): number;
  /** A word in the middle of the screen that is no span yet. */
  freeWord(): { readonly left: number; readonly right: number; readonly y: number } | undefined;
  /** Marks and selects the first of the words that occur in the text a thousand times. */
  markRare(): void;
  /** Selects a span that is on the screen, and says where another one is. */
  twoSpans(): { readonly x: number; readonly y: number } | undefined;
  scrollTo(share: number): void;
  /**
   * Applies the dictionary, where there is one; milliseconds until its suggestions are drawn, and of the longest time
   * in which the page drew nothing.
   */
  applyDictionary?(): Promise<{ readonly took: number; readonly longest: number; readonly found: number }>;
}

declare global {
  interface Window {
    textBench: TextBench;
  }
}

const time = '2026-01-01T00:00:00.000Z';
const colors = ['#D7263D', '#1B998B', '#2E86AB', '#F46036', '#8E44AD', '#B7950B', '#16A085', '#E67E22', '#5C6672'];
const classes = colors.map((color, index): AnnotationClass => ({
  id: index + 1,
  project_id: 1,
  name: index === 8 ? 'relates' : `Class ${index + 1}`,
  color,
  type: index === 8 ? 3 : 1,
  order: index,
  count: 0,
  createdAt: time,
  updatedAt: time,
  attribute_groups: [],
}));

const { instances, rareWord, dictionary } = (await (await fetch('/instances.json')).json()) as {
  readonly instances: AnnotationDocument['instances'];
  readonly rareWord: string;
  readonly dictionary: Dictionary;
};
// It comes from the cache then, so that opening is measured from when its bytes are here.
const text = await (await fetch('/report.txt')).text();
const frame = (): Promise<number> => new Promise(resolve => requestAnimationFrame(resolve));
await frame();

const start = performance.now();
const session = new MemorySession(
  { id: 1, name: 'report.txt', url: '/report.txt' },
  { ...emptyDocument('report.txt'), instances },
  classes,
);
const stage = document.querySelector<HTMLElement>('#stage')!;
const editor = new TextEditor(session, stage, {
  keys: new KeyMap(),
  settings: new TextSettings(),
  dictionary: async () => dictionary,
  learned: () => undefined,
  showSuggestions: () => undefined,
});
window.addEventListener('keydown', event => {
  // The frame around an editor takes its steps back; here nobody else does.
  if (event.key === 'F9' ? session.undo() : editor.key(event)) event.preventDefault();
});
await editor.opened;
await frame();
await frame();
const opened = performance.now() - start;

const surface = stage.querySelector<HTMLElement>('[role="application"]')!;

function visible(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top > 120 && bottom < innerHeight - 40;
}

window.textBench = {
  opened,
  count: () => session.scene.instances.length,
  freeWord() {
    const free = [...stage.querySelectorAll<HTMLElement>('[data-at]:not([style])')].filter(
      each => visible(each) && (each.textContent ?? '').length > 14,
    );
    for (const { firstChild: node } of free.toSpliced(0, Math.floor(free.length / 2))) {
      const match = node instanceof Text ? /\w{5,}/.exec(node.data.slice(3)) : null;
      if (node === null || match === null) continue;
      const range = document.createRange();
      range.setStart(node, match.index + 3);
      range.setEnd(node, match.index + 3 + match[0].length);
      const [rect] = range.getClientRects();
      if (rect !== undefined) return { left: rect.left + 2, right: rect.right - 2, y: (rect.top + rect.bottom) / 2 };
    }
    return undefined;
  },
  twoSpans() {
    const marked = [...stage.querySelectorAll<HTMLElement>('[data-at][style]')].filter(visible);
    const [one, other] = [marked[0], marked.at(-1)];
    if (one === undefined || other === undefined || one === other) return undefined;
    const at = Number(one.dataset['at']);
    const found = session.scene.instances.filter(isEntity).find(each => each.start === at);
    if (found === undefined) return undefined;
    session.scene.select([found.id]);
    const [rect] = other.getClientRects();
    return rect === undefined ? undefined : { x: rect.left + rect.width / 2, y: (rect.top + rect.bottom) / 2 };
  },
  scrollTo: share => surface.scrollTo({ top: surface.scrollHeight * share }),
  async applyDictionary() {
    session.scene.select([]);
    const { suggestions } = editor.controller!;
    const from = performance.now();
    let [longest, last, done] = [0, from, false];
    const applying = suggestions.apply().then(() => {
      done = true;
    });
    // The frame after the last one draws them.
    for (let more = 2; more > 0; more -= done ? 1 : 0) {
      await frame();
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
    }
    await applying;
    surface.focus();
    return { took: last - from, longest, found: suggestions.open.length };
  },
  markRare() {
    const at = text.indexOf(rareWord);
    editor.controller?.commands.mark({ start: at, end: at + rareWord.length });
  },
};
