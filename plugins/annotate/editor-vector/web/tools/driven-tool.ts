import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { AnnotationDocument, Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { Place, Size } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { MemorySession } from '#plugins/annotate/editor/web/kit/index.ts';
import type { StagePointer, ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import { Camera, defaultShapeStyle, ShapeLayer, ToolMachine } from '#plugins/annotate/stage/web/kit/index.ts';
import type { PlaceableSkeleton } from '../../common/skeleton-shape.ts';
import { SceneShapes } from '../scene-shapes.ts';
import { ShapeClipboard } from '../shape-clipboard.ts';
import type { VectorCommands } from '../vector-commands.ts';
import { vectorCommands } from '../vector-commands.ts';
import { VectorContext } from '../vector-context.ts';
import { VectorController } from '../vector-controller.ts';

/** Keys held during a gesture. */
export type HeldKeys = Partial<Pick<StagePointer, 'shift' | 'ctrl' | 'alt'>>;

/**
 * A tool of the editor on a session in memory, driven by gestures without a browser: for tests. The stage shows the
 * picture at 100 %, so that item and screen places are the same.
 */
export class DrivenTool {
  readonly session: MemorySession;
  readonly context: VectorContext;
  readonly commands: VectorCommands;
  tool: ToolMachine;

  constructor(
    document: AnnotationDocument,
    classes: readonly AnnotationClass[],
    size: Size = { width: 800, height: 600 },
    skeletons: readonly PlaceableSkeleton[] = [],
  ) {
    this.session = new MemorySession({ id: 1, name: 'a.jpg', url: '', ...size }, document, classes);
    const camera = new Camera();
    camera.setViewport(size);
    camera.setItem(size);
    camera.restore({ centre: { x: size.width / 2, y: size.height / 2 }, zoom: 1 });
    const { scene } = this.session;
    const layer = new ShapeLayer(
      {
        ids: () => scene.instances.map(one => one.id),
        count: () => scene.instances.length,
        placeOf: id => scene.placeOf(id),
      },
      () => {},
    );
    const stage = {
      camera,
      layer,
      style: defaultShapeStyle,
      labels: { shown: true, attributes: false, fontSize: 11 },
      input: { last: undefined },
      reach: (pixels: number) => pixels / camera.zoom,
      shapeAt: (place: Place) => layer.at(place, 5 / camera.zoom),
      requestOverlay: () => {},
    };
    this.context = new VectorContext(this.session, stage, size, {
      controller: new VectorController(async () => skeletons),
    });
    this.commands = vectorCommands(this.context, new ShapeClipboard('test'));
    new SceneShapes(this.session, layer);
    this.tool = new ToolMachine(() => ({ name: 'none' }));
  }

  /** Ends the tool in use and starts another. */
  use(begin: (context: VectorContext) => () => ToolState): void {
    this.tool.stop();
    this.tool = new ToolMachine(begin(this.context));
    this.tool.start();
  }

  move(x: number, y: number, keys?: HeldKeys): void {
    this.tool.send('move', pointerAt(x, y, keys));
  }

  down(x: number, y: number, keys?: HeldKeys): void {
    this.tool.send('down', pointerAt(x, y, keys));
  }

  up(x: number, y: number, keys?: HeldKeys): void {
    this.tool.send('up', pointerAt(x, y, keys));
  }

  click(x: number, y: number, keys?: HeldKeys): void {
    this.move(x, y, keys);
    this.down(x, y, keys);
    this.up(x, y, keys);
  }

  /** Presses at the first place, passes the others and lets go at the last one. */
  drag(places: readonly (readonly [x: number, y: number])[], keys?: HeldKeys): void {
    const [first, ...others] = places;
    this.move(...first!, keys);
    this.down(...first!, keys);
    for (const place of others) this.move(...place, keys);
    this.up(...places.at(-1)!, keys);
  }

  /** A key press; true when the tool took it. */
  press(key: string, keys: HeldKeys = {}): boolean {
    return this.tool.key({ key, shift: false, ctrl: false, alt: false, ...keys });
  }

  get instances(): readonly Instance[] {
    return this.session.scene.instances;
  }

  get last(): Instance {
    return this.instances.at(-1)!;
  }

  get(id: string): Instance {
    return this.session.scene.get(id)!;
  }

  get selected(): readonly string[] {
    return [...this.session.scene.selection];
  }
}

function pointerAt(x: number, y: number, keys: HeldKeys = {}): StagePointer {
  const place = { x, y };
  return { place, screen: place, button: 0, shift: false, ctrl: false, alt: false, trail: [place], ...keys };
}
