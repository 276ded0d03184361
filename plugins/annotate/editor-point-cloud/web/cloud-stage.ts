import { proxy } from 'valtio';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { SessionContext } from '#plugins/annotate/editor/web/kit/index.ts';
import type { CloudNode } from '#plugins/annotate/point-clouds/common/index.ts';
import type { CuboidInstance } from '../common/cloud-objects.ts';
import { isCuboid } from '../common/cloud-objects.ts';
import { boxBounds } from '../common/geometry/box.ts';
import type { CloudData } from './cloud-data.ts';
import type { CloudPreferences, Coloring } from './cloud-settings.ts';
import { offeredColorings } from './cloud-settings.ts';
import type { CameraPictures } from './camera-pictures.ts';
import type { PointLabels } from './labels/point-labels.ts';
import { messages } from './messages.ts';
import { NodeChoice } from './node-choice.ts';
import { OverlayPainter } from './scene/overlay-painter.ts';
import { PointColors } from './scene/point-colors.ts';
import { PointBudget } from './scene/point-budget.ts';
import type { PointStyle } from './scene/point-renderer.ts';
import { PointRenderer } from './scene/point-renderer.ts';
import type { Region } from './scene/region.ts';
import { around, EVERYWHERE, overlap } from './scene/region.ts';
import type { ShownObjects } from './shown-objects.ts';
import type { StageView } from './stage-view.ts';
import { newState } from './stage-view.ts';
import { boxTitle } from './views/box-title.ts';
import type { BoxSide } from './views/box-view.ts';
import { boxFrame } from './views/box-view.ts';
import type { ViewFrame } from './views/cloud-camera.ts';
import type { Orbit } from './views/orbit.ts';
import { fromAbove, orbitFrame } from './views/orbit.ts';

/** CSS pixels of the fields below the views of a box. */
export const FIELDS_HEIGHT = 236;
const BACKGROUND = '#14181d';
/** Points without a label, as they are and while they are looked for. */
const DIM = [0.3, 0.32, 0.35] as const;
const BRIGHT = [1, 0.2, 0.85] as const;
const boxSides: readonly BoxSide[] = ['top', 'side', 'back'];

/** The surface of the editor: points, objects over them, and the views of both. Draws only what changed. */
export class CloudStage {
  readonly surface = document.createElement('div');
  readonly state = proxy(newState());
  /** Magnification of the views of the selected box. */
  boxZoom = 1;
  /** The view under the pointer. */
  active: StageView['kind'] = 'main';
  /** True while something else is shown over all of it: points are loaded, not drawn. */
  covered = false;
  /** Paints what a tool does, in one view. */
  paint: ((painter: OverlayPainter, view: StageView) => void) | undefined;
  #orbit: Orbit = fromAbove({ x: 0, y: 0, z: 0 }, 40);
  readonly #painter: OverlayPainter;
  readonly #renderer: PointRenderer | undefined;
  readonly #budget: PointBudget;
  readonly #observer: ResizeObserver;
  readonly #listeners = new Set<() => void>();
  readonly #colors: PointColors;
  readonly #choice = new NodeChoice();
  #drawing: number | undefined;
  #size = { width: 1, height: 1 };

  constructor(
    element: HTMLElement,
    private readonly context: SessionContext,
    private readonly shown: ShownObjects,
    private readonly data: CloudData,
    labels: PointLabels,
    cameras: CameraPictures,
    private readonly preferences: CloudPreferences,
  ) {
    this.#colors = new PointColors(context, shown, data, labels, cameras);
    const [points, overlay] = [document.createElement('canvas'), document.createElement('canvas')];
    for (const each of [this.surface, points, overlay])
      Object.assign(each.style, { position: 'absolute', inset: '0', width: '100%', height: '100%' });
    Object.assign(this.surface.style, { touchAction: 'none', outline: 'none', background: BACKGROUND });
    this.surface.tabIndex = 0;
    this.surface.setAttribute('role', 'application');
    this.surface.setAttribute('aria-label', messages.cloudStage.scan);
    this.surface.append(points, overlay);
    element.append(this.surface);
    this.#painter = new OverlayPainter(overlay);
    this.#renderer = rendererOn(points);
    this.state.webgl = this.#renderer !== undefined;
    this.state.software = this.#renderer?.software === true;
    this.#budget = new PointBudget(this.state.software);
    this.#observer = new ResizeObserver(() => this.#resize());
    this.#observer.observe(this.surface);
    this.#resize();
  }

  /** Calls back after each drawing. */
  onDraw(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get orbit(): Orbit {
    return this.#orbit;
  }

  setOrbit(orbit: Orbit): void {
    this.#orbit = orbit;
    this.state.above = orbit.elevation > 1.5;
    this.requestDraw();
  }

  setIsolated(isolated: boolean): void {
    this.state.isolated = isolated;
    this.requestDraw();
  }

  setBrush(radius: number): void {
    this.state.brush = radius;
  }

  setCrop(crop: Region | undefined): void {
    this.state.crop = crop;
    this.requestDraw();
  }

  /** The region in which points are drawn. Those outside are hidden from the eye and from every tool. */
  get drawn(): Region {
    const { crop, isolated } = this.state;
    const box = isolated ? this.selectedBox : undefined;
    return overlap(crop ?? EVERYWHERE, box === undefined ? EVERYWHERE : around(boxBounds(box)));
  }

  /** The colouring that is shown: the chosen one where the scan has values for it. */
  get coloring(): Coloring {
    const { cloud, frame } = this.data;
    const { coloring } = this.preferences;
    return cloud !== undefined && offeredColorings(cloud, frame).includes(coloring) ? coloring : 'height';
  }

  /** The selected box as it is now; undefined where another number of objects, or no box, is selected. */
  get selectedBox(): CuboidInstance | undefined {
    const { selection } = this.context.session.scene;
    const [id] = selection;
    const shape = id === undefined || selection.size > 1 ? undefined : this.shown.get(id);
    return shape !== undefined && shape.visible !== false && isCuboid(shape) ? shape : undefined;
  }

  get views(): readonly StageView[] {
    const { width, height } = this.#size;
    const box = this.selectedBox;
    const column = box === undefined ? 0 : Math.round(Math.min(420, Math.max(220, width * 0.3)));
    const rect = { x: 0, y: 0, width: width - column, height };
    const main: StageView = { kind: 'main', rect, frame: orbitFrame(this.orbit, rect.width, rect.height) };
    if (box === undefined) return [main];
    const each = Math.max(60, (height - FIELDS_HEIGHT) / 3);
    return [
      main,
      ...boxSides.map((kind, at): StageView => {
        const place = { x: width - column, y: at * each, width: column, height: each };
        return { kind, rect: place, frame: boxFrame(box, kind, place.width, place.height, this.boxZoom) };
      }),
    ];
  }

  get main(): StageView {
    return this.views[0]!;
  }

  /** The view at a CSS pixel of the surface, and the pixel in it. */
  viewAt(x: number, y: number): { readonly view: StageView; readonly x: number; readonly y: number } {
    const found = this.views.findLast(
      ({ rect }) => x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height,
    );
    const view = found ?? this.main;
    return { view, x: x - view.rect.x, y: y - view.rect.y };
  }

  requestDraw(): void {
    this.#drawing ??= requestAnimationFrame(() => {
      this.#drawing = undefined;
      this.#draw();
    });
  }

  dispose(): void {
    if (this.#drawing !== undefined) cancelAnimationFrame(this.#drawing);
    this.#observer.disconnect();
    this.#renderer?.dispose();
    this.surface.remove();
  }

  #resize(): void {
    const { width, height } = this.surface.getBoundingClientRect();
    this.#size = { width: Math.max(1, width), height: Math.max(1, height) };
    this.#renderer?.resize(this.#size.width, this.#size.height);
    this.#painter.resize(this.#size.width, this.#size.height);
    this.requestDraw();
  }

  #draw(): void {
    const box = this.selectedBox;
    if (this.covered) this.data.want([], box);
    else this.#drawViews(box);
    for (const listener of this.#listeners) listener();
  }

  #drawViews(box: CuboidInstance | undefined): void {
    const { views } = this;
    this.state.column = box === undefined ? 0 : views[1]!.rect.width;
    this.state.budget = this.#budget.of(this.preferences.budget);
    const chosen = this.#chosenNodes(views[0]!.frame);
    const loaded = chosen.flatMap(({ name }) => this.data.store?.get(this.data.frame, name) ?? []);
    this.state.shown = loaded.reduce((sum, { node }) => sum + node.points, 0);
    this.state.missing = this.data.store?.missing ?? 0;
    const near = box === undefined ? [] : this.data.chunksIn(box);
    const { coloring } = this;
    if (coloring === 'object') this.#colors.byObject(this.#renderer, [...loaded, ...near]);
    if (coloring === 'label') this.#colors.byLabel(this.#renderer, [...loaded, ...near]);
    if (coloring === 'camera') this.#colors.byCamera(this.#renderer, [...loaded, ...near]);
    const begin = performance.now();
    const drawn = this.#renderer?.draw(
      views.map(({ kind, rect, frame }) => ({ kind, rect, frame, nodes: kind === 'main' ? loaded : near })),
      this.#style(),
      BACKGROUND,
      key => this.data.store?.has(key) === true,
    );
    // The budget is of the large view alone; a box that is dragged leaves it as it is.
    if (this.state.software && drawn?.some(({ kind }) => kind === 'main') === true) {
      this.#renderer?.finish();
      this.#budget.took(performance.now() - begin, this.state.shown);
    }
    this.#paint(views, box);
  }

  /** Nodes for the large view; those around the selected box and of the next frame are wanted as well. */
  #chosenNodes(view: ViewFrame): readonly CloudNode[] {
    const { now } = this.data;
    if (now === undefined) return [];
    const chosen = this.#choice.of(now.nodes, this.state.budget, view, this.#orbit);
    this.data.want(chosen, this.selectedBox);
    return chosen;
  }

  #style(): PointStyle {
    const { coloring } = this;
    const { pointSize } = this.preferences;
    const { min, max } = this.drawn;
    return {
      coloring,
      blank: this.state.unlabelled && !this.state.blinkedOff ? BRIGHT : DIM,
      pointSize,
      heights: this.data.heights,
      cropMin: min,
      cropMax: max,
    };
  }

  #paint(views: readonly StageView[], box: CuboidInstance | undefined): void {
    const painter = this.#painter;
    const { scene } = this.context.session;
    const shapes = this.shown.all();
    painter.clear();
    for (const view of views) {
      painter.inside(view.rect, () => {
        for (const shape of view.kind === 'main' ? shapes : [])
          painter.object(view.frame, shape, {
            color: this.context.colorOf(shape),
            selected: scene.selection.has(shape.id),
            hovered: scene.hover === shape.id,
            label: this.preferences.labels ? this.#labelOf(shape) : undefined,
          });
        if (view.kind !== 'main' && box !== undefined)
          painter.handles(box, view.kind, view.frame, this.context.colorOf(box));
        this.paint?.(painter, view);
      });
      if (view.kind !== 'main' && box !== undefined)
        painter.frame(view.rect, boxTitle(box, view.kind), view.kind === this.active);
    }
  }

  #labelOf({ classId }: Instance): string | undefined {
    return this.context.session.classes.find(each => each.id === classId)?.name;
  }
}

function rendererOn(canvas: HTMLCanvasElement): PointRenderer | undefined {
  try {
    return new PointRenderer(canvas);
  } catch {
    return undefined;
  }
}
