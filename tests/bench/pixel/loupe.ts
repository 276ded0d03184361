import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { AnnotationDocument } from '#plugins/annotate/annotations/common/index.ts';
import { emptyDocument } from '#plugins/annotate/annotations/common/index.ts';
import { MaskFiles } from '#plugins/annotate/editor/web/document/mask/mask-files.ts';
import { MemorySession } from '#plugins/annotate/editor/web/kit/index.ts';
import { PixelEditor } from '#plugins/annotate/editor-pixel/web/pixel-editor.ts';

/** Functions of the page for the runner; painting and undo happen through real input. */
interface PixelBench {
  /** Milliseconds from asking for the mask to the first complete picture with it. */
  readonly opened: number;
  /** Milliseconds of it until the mask was decoded. */
  readonly decoded: number;
  /** Objects now. */
  count(): number;
  /** Screen place of an image place. */
  toScreen(x: number, y: number): { readonly x: number; readonly y: number };
  select(id: string): void;
  /** Encodes the mask as a save does; answers how long that took in all, and the PNG when it is wanted. */
  save(wanted: boolean): Promise<{ readonly took: number; readonly png?: string }>;
}

declare global {
  interface Window {
    pixelBench: PixelBench;
  }
}

const time = '2026-01-01T00:00:00.000Z';
const colors = [
  '#D7263D',
  '#1B998B',
  '#2E86AB',
  '#F46036',
  '#8E44AD',
  '#F1C40F',
  '#16A085',
  '#E67E22',
  '#3498DB',
  '#7F8C8D',
];
const classes = colors.map((color, index): AnnotationClass => ({
  id: index + 1,
  project_id: 1,
  name: `Class ${index + 1}`,
  color,
  type: 1,
  order: index,
  count: 0,
  createdAt: time,
  updatedAt: time,
  attribute_groups: [],
}));

const instances = (await (await fetch('/instances.json')).json()) as AnnotationDocument['instances'];
const size = { width: 4096, height: 4096 };
// The picture comes from the cache, so that opening is measured from when its bytes are here.
await (await fetch('/picture.jpg')).arrayBuffer();

const start = performance.now();
const files = new MaskFiles();
const raster = await files.open('/mask.png', size);
const decoded = performance.now() - start;
const session = new MemorySession(
  { id: 1, name: 'picture.jpg', url: '/picture.jpg', ...size },
  { ...emptyDocument('picture.jpg'), instances },
  classes,
  { email: 'ana@example.com', role: 'Annotator' },
  raster,
);
const renderer = new URLSearchParams(location.search).get('renderer') === 'canvas' ? 'canvas' : 'webgl';
const editor = new PixelEditor(session, document.querySelector<HTMLElement>('#stage')!, { renderer });
window.addEventListener('keydown', event => {
  if (editor.key(event)) event.preventDefault();
});
await editor.opened;
await editor.stage.settled();
for (let count = 0; count < 2; count += 1) await new Promise(resolve => requestAnimationFrame(resolve));
const opened = performance.now() - start;

window.pixelBench = {
  opened,
  decoded,
  count: () => session.scene.instances.length,
  toScreen: (x, y) => editor.toElement({ x, y }),
  select: id => session.scene.select([id]),
  async save(wanted) {
    const begun = performance.now();
    const png = await files.encode(raster.settled());
    const took = performance.now() - begun;
    if (!wanted) return { took };
    const bytes = new Uint8Array(await png.arrayBuffer());
    let text = '';
    for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
    return { took, png: btoa(text) };
  },
};
