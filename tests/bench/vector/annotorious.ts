import { createImageAnnotator, ShapeType } from '@annotorious/annotorious';
import type { ImageAnnotation, Polygon } from '@annotorious/annotorious';
import '@annotorious/annotorious/annotorious.css';
import { afterFrame, fetchBytes, pictureUrl } from './bench-page.ts';
import type { WorkloadPolygon } from './workload.ts';
import { workload, workloadColor, workloadPolygons } from './workload.ts';

const element = document.querySelector<HTMLDivElement>('#stage')!;
const view = { x: 0, y: 0, scale: 1 };
const frame = document.createElement('div');
frame.style.cssText = 'position:absolute;left:0;top:0;transform-origin:0 0';

function annotationOf(polygon: WorkloadPolygon): ImageAnnotation {
  const points = Array.from({ length: polygon.points.length / 2 }, (_, index): [number, number] => [
    polygon.points[index * 2]!,
    polygon.points[index * 2 + 1]!,
  ]);
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const bounds = { minX: Math.min(...xs), minY: Math.min(...ys), maxX: Math.max(...xs), maxY: Math.max(...ys) };
  const selector: Polygon = { type: ShapeType.POLYGON, geometry: { points, bounds } };
  return {
    id: polygon.id,
    bodies: [],
    properties: { class: polygon.class },
    target: { annotation: polygon.id, selector },
  };
}

// It has no pan and zoom of its own for a plain picture, so the page moves picture and shapes together by a CSS
// transform, which costs no script.
function show(): void {
  frame.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
}

function fit(): void {
  view.scale = Math.min((innerWidth - 48) / workload.width, (innerHeight - 48) / workload.height);
  view.x = (innerWidth - workload.width * view.scale) / 2;
  view.y = (innerHeight - workload.height * view.scale) / 2;
  show();
}

async function open() {
  await fetchBytes();
  const start = performance.now();
  const picture = new Image();
  picture.src = pictureUrl;
  picture.style.cssText = `display:block;width:${workload.width}px;height:${workload.height}px`;
  await picture.decode();
  frame.append(picture);
  element.append(frame);
  fit();
  const annotator = createImageAnnotator(picture, {
    drawingEnabled: false,
    style: annotation => {
      const color = workloadColor(
        (annotation.properties as { class?: number } | undefined)?.class ?? 0,
      ) as `#${string}`;
      return { fill: color, fillOpacity: 0.2, stroke: color, strokeWidth: 2 };
    },
  });
  annotator.setAnnotations(workloadPolygons().map(annotationOf));
  await afterFrame();
  return { annotator, took: performance.now() - start };
}

const opening = open();
const { annotator } = await opening;
let selected = '';
let added = 0;

let from: { readonly x: number; readonly y: number } | undefined;
window.addEventListener(
  'pointerdown',
  event => {
    if (event.button === 1) from = { x: event.clientX, y: event.clientY };
  },
  true,
);
window.addEventListener(
  'pointermove',
  event => {
    if (from === undefined) return;
    view.x += event.clientX - from.x;
    view.y += event.clientY - from.y;
    from = { x: event.clientX, y: event.clientY };
    show();
  },
  true,
);
window.addEventListener('pointerup', () => (from = undefined), true);
window.addEventListener(
  'wheel',
  event => {
    event.preventDefault();
    const scale = view.scale * Math.exp(-event.deltaY * 0.0018);
    view.x = event.clientX - ((event.clientX - view.x) / view.scale) * scale;
    view.y = event.clientY - ((event.clientY - view.y) / view.scale) * scale;
    view.scale = scale;
    show();
  },
  { passive: false },
);

function moved(annotation: ImageAnnotation, id: string, delta: number): ImageAnnotation {
  const { points } = (annotation.target.selector as Polygon).geometry;
  const flat = points.flatMap(([x, y]) => [x! + delta, y!]);
  return { ...annotationOf({ id, class: (annotation.properties as { class: number }).class, points: flat }) };
}

const edits: Record<string, () => void> = {
  add: () => annotator.addAnnotation(moved(annotator.getAnnotationById(selected)!, `added-${added++}`, 12)),
  move: () => annotator.updateAnnotation(moved(annotator.getAnnotationById(selected)!, selected, 1)),
  delete: () => void annotator.removeAnnotation(selected),
  undo: () => annotator.undo(),
};

window.addEventListener(
  'keydown',
  event => {
    const edit = event.ctrlKey
      ? { d: 'add', z: 'undo' }[event.key.toLowerCase()]
      : { ArrowRight: 'move', Delete: 'delete' }[event.key];
    if (edit === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    edits[edit]!();
  },
  true,
);

window.bench = {
  name: 'annotorious',
  opened: opening.then(({ took }) => took),
  pan: { button: 'middle' },
  count: () => annotator.getAnnotations().length,
  toScreen: (x, y) => ({ x: view.x + x * view.scale, y: view.y + y * view.scale }),
  select: id => (selected = id),
  fit,
};
