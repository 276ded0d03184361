import Konva from 'konva';
import { afterFrame, fetchBytes, pictureUrl } from './bench-page.ts';
import { workload, workloadColor, workloadPolygons } from './workload.ts';

// As Konva's own advice for many shapes has it: shapes on a layer of their own, no perfect draw, no shadow for the
// stroke, stroke not scaled.
Konva.hitOnDragEnabled = false;

interface Change {
  readonly undo: () => void;
}

const element = document.querySelector<HTMLDivElement>('#stage')!;

function makeLine(points: readonly number[], color: string, id: string): Konva.Line {
  return new Konva.Line({
    id,
    points: [...points],
    closed: true,
    fill: `${color}33`,
    stroke: color,
    strokeWidth: 2,
    strokeScaleEnabled: false,
    perfectDrawEnabled: false,
    shadowForStrokeEnabled: false,
  });
}

async function open(): Promise<{
  readonly stage: Konva.Stage;
  readonly layer: Konva.Layer;
  readonly lines: Map<string, Konva.Line>;
  readonly took: number;
}> {
  await fetchBytes();
  const start = performance.now();
  const picture = new Image();
  picture.src = pictureUrl;
  await picture.decode();
  const stage = new Konva.Stage({ container: element, width: innerWidth, height: innerHeight, draggable: true });
  const background = new Konva.Layer({ listening: false });
  background.add(new Konva.Image({ image: picture, width: workload.width, height: workload.height }));
  const layer = new Konva.Layer();
  const lines = new Map<string, Konva.Line>();
  for (const polygon of workloadPolygons()) {
    const line = makeLine(polygon.points, workloadColor(polygon.class), polygon.id);
    lines.set(polygon.id, line);
    layer.add(line);
  }
  stage.add(background, layer);
  fit(stage);
  await afterFrame();
  return { stage, layer, lines, took: performance.now() - start };
}

function fit(stage: Konva.Stage): void {
  const scale = Math.min((innerWidth - 48) / workload.width, (innerHeight - 48) / workload.height);
  stage.scale({ x: scale, y: scale });
  stage.position({ x: (innerWidth - workload.width * scale) / 2, y: (innerHeight - workload.height * scale) / 2 });
}

const opening = open();
const { stage, layer, lines } = await opening;
let selected: Konva.Line | undefined;
let added = 0;
const done: Change[] = [];

layer.on('mouseover', event => (event.target as Konva.Line).strokeWidth(3));
layer.on('mouseout', event => (event.target as Konva.Line).strokeWidth(2));
stage.on('wheel', event => {
  event.evt.preventDefault();
  const pointer = stage.getPointerPosition()!;
  const before = stage.scaleX();
  const place = { x: (pointer.x - stage.x()) / before, y: (pointer.y - stage.y()) / before };
  const scale = before * Math.exp(-event.evt.deltaY * 0.0018);
  stage.scale({ x: scale, y: scale });
  stage.position({ x: pointer.x - place.x * scale, y: pointer.y - place.y * scale });
});

const edits: Record<string, () => void> = {
  add() {
    if (selected === undefined) return;
    const line = selected.clone({ id: `added-${added++}`, x: selected.x() + 12, y: selected.y() + 12 }) as Konva.Line;
    layer.add(line);
    lines.set(line.id(), line);
    done.push({ undo: () => remove(line) });
  },
  move() {
    const line = selected;
    if (line === undefined) return;
    line.x(line.x() + 1);
    done.push({ undo: () => void line.x(line.x() - 1) });
  },
  delete() {
    const line = selected;
    if (line === undefined) return;
    const at = line.zIndex();
    line.remove();
    lines.delete(line.id());
    done.push({
      undo() {
        layer.add(line);
        line.zIndex(at);
        lines.set(line.id(), line);
      },
    });
  },
  undo: () => done.pop()?.undo(),
};

function remove(line: Konva.Line): void {
  line.remove();
  lines.delete(line.id());
}

window.addEventListener('keydown', event => {
  const edit = event.ctrlKey
    ? { d: 'add', z: 'undo' }[event.key.toLowerCase()]
    : { ArrowRight: 'move', Delete: 'delete' }[event.key];
  if (edit === undefined) return;
  event.preventDefault();
  edits[edit]!();
});

window.bench = {
  name: 'konva',
  opened: opening.then(({ took }) => took),
  pan: { button: 'left' },
  count: () => lines.size,
  toScreen: (x, y) => ({ x: stage.x() + x * stage.scaleX(), y: stage.y() + y * stage.scaleY() }),
  select: id => (selected = lines.get(id)),
  fit: () => fit(stage),
};
