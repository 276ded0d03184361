import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { AnnotationDocument, Instance } from '#plugins/annotate/annotations/common/index.ts';
import { emptyDocument } from '#plugins/annotate/annotations/common/index.ts';
import { MemorySession } from '#plugins/annotate/editor/web/kit/index.ts';
import { VectorEditor } from '#plugins/annotate/editor-vector/web/vector-editor.ts';
import { afterFrame, fetchBytes, pictureUrl } from './bench-page.ts';
import { heavyPolygons, workload, workloadColor, workloadPolygons } from './workload.ts';

const time = '2026-01-01T00:00:00.000Z';
const classes = Array.from({ length: workload.classes }, (_, index): AnnotationClass => ({
  id: index + 1,
  project_id: 1,
  name: `Class ${index + 1}`,
  color: workloadColor(index),
  type: 1,
  order: index,
  count: 0,
  createdAt: time,
  updatedAt: time,
  attribute_groups: [],
}));
const options = new URLSearchParams(location.search);
const element = window.document.querySelector<HTMLElement>('#stage')!;

/** Made when it is opened and kept by nobody else, so that the memory that is measured is the editor's. */
function startingDocument(): AnnotationDocument {
  const polygons = options.get('workload') === 'heavy' ? heavyPolygons() : workloadPolygons();
  const instances = polygons.map((polygon): Instance => ({
    id: polygon.id,
    type: 'polygon',
    classId: polygon.class + 1,
    className: `Class ${polygon.class + 1}`,
    attributes: [],
    probability: 100,
    points: polygon.points,
    exclude: [],
    creationType: 'Manual',
    visible: true,
    locked: false,
  }));
  return { ...emptyDocument('picture.jpg'), instances };
}

async function open(): Promise<{
  readonly session: MemorySession;
  readonly editor: VectorEditor;
  readonly took: number;
}> {
  await fetchBytes();
  const document = startingDocument();
  const start = performance.now();
  const session = new MemorySession(
    { id: 1, name: 'picture.jpg', url: pictureUrl, width: workload.width, height: workload.height },
    document,
    classes,
  );
  const editor = new VectorEditor(session, element, {
    renderer: options.get('renderer') === 'canvas' ? 'canvas' : 'webgl',
  });
  window.addEventListener('keydown', event => {
    if (editor.key(event)) event.preventDefault();
  });
  await editor.opened;
  await editor.stage.settled();
  await afterFrame();
  return { session, editor, took: performance.now() - start };
}

const opening = open();
const { session, editor } = await opening;

window.bench = {
  name: 'loupe',
  opened: opening.then(({ took }) => took),
  pan: { button: 'middle' },
  count: () => session.scene.instances.length,
  toScreen: (x, y) => editor.toElement({ x, y }),
  select: id => session.scene.select([id]),
  fit: () => editor.fit(),
  show: id => editor.focusInstance(id),
  vertex(id, index) {
    const points = session.scene.get(id)!.points as readonly number[];
    return editor.toElement({ x: points[index * 2]!, y: points[index * 2 + 1]! });
  },
};
