import { createElement } from 'react';
import type { ComponentType } from 'react';
import { proxy, subscribe } from 'valtio';
import { Disposables, toDisposable } from '#core/base/common/index.ts';
import { KeyBindings } from '#core/shortcuts/web/index.ts';
import type { KeyMap } from '#core/shortcuts/web/index.ts';
import type { Instance, ThreadLocation, ThreadPlace } from '#plugins/annotate/annotations/common/index.ts';
import { isSegment, pointsIn, segmentRuns } from '#plugins/annotate/annotations/common/point-labels/index.ts';
import type { Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type {
  Editor,
  EditorCommand,
  EditorSession,
  EditorShortcut,
  EditorTool,
} from '#plugins/annotate/editor/web/kit/index.ts';
import { holdsFocus, keyCommands, SessionContext } from '#plugins/annotate/editor/web/kit/index.ts';
import { centreOf, verticesOf } from '../common/cloud-objects.ts';
import type { Vector } from '../common/geometry/box.ts';
import { isTrack } from '../common/tracks/cloud-track.ts';
import { keyTimes } from '../common/tracks/track-edits.ts';
import { CameraPictures } from './camera-pictures.ts';
import { CloudActions } from './cloud-actions.ts';
import { CloudCommands } from './cloud-commands.ts';
import { CloudData } from './cloud-data.ts';
import type { CloudEditorState } from './cloud-editor-state.ts';
import type { CloudKey } from './cloud-keys.ts';
import { cloudKeys, keyScope } from './cloud-keys.ts';
import { CloudPointer } from './cloud-pointer.ts';
import type { CloudSession } from './cloud-session.ts';
import type { CloudPreferences } from './cloud-settings.ts';
import { cloudPreferences } from './cloud-settings.ts';
import { cloudShortcuts } from './cloud-shortcuts.ts';
import { CloudStage } from './cloud-stage.ts';
import { cloudTools, RESTING, viewTools } from './cloud-tools.ts';
import { PointLabels } from './labels/point-labels.ts';
import { isLabelTool } from './gestures/label-gesture.ts';
import { messages } from './messages.ts';
import { ShownObjects } from './shown-objects.ts';
import { onHeight, projected } from './views/cloud-camera.ts';
import { fromAbove } from './views/orbit.ts';

/** The panels around the views, which are drawn for the editor that they get. */
export interface CloudPanels {
  readonly Options: ComponentType<{ readonly editor: CloudEditor }>;
  readonly Below: ComponentType<{ readonly editor: CloudEditor }>;
}

/** The point cloud editor on one item. Points come in as they are needed, once the octree is there. */
export class CloudEditor implements Editor {
  readonly tools: readonly EditorTool[] = cloudTools;
  readonly state = proxy<CloudEditorState>({
    tool: RESTING,
    frame: 0,
    frames: 0,
    playing: false,
    trajectory: true,
    batch: false,
    menu: undefined,
  });
  readonly Options: ComponentType;
  readonly Below: ComponentType;
  readonly preferences = cloudPreferences();
  readonly context: SessionContext;
  readonly shown: ShownObjects;
  readonly data: CloudData;
  readonly surface: CloudStage;
  readonly commands: CloudCommands;
  readonly labels: PointLabels;
  readonly actions: CloudActions;
  readonly pointer: CloudPointer;
  readonly #keys: KeyBindings<CloudKey>;
  readonly #owned = new Disposables();
  readonly #toolListeners = new Set<() => void>();
  readonly #viewListeners = new Set<() => void>();
  #framed = false;

  constructor(
    readonly session: EditorSession,
    readonly element: HTMLElement,
    readonly cloud: CloudSession,
    keys: KeyMap,
    panels: CloudPanels,
  ) {
    this.Options = () => createElement(panels.Options, { editor: this });
    this.Below = () => createElement(panels.Below, { editor: this });
    this.context = new SessionContext(session);
    this.shown = new ShownObjects(session);
    this.data = new CloudData(cloud, () => this.surface.requestDraw());
    this.labels = new PointLabels(this.context, this.data);
    const cameras = new CameraPictures(cloud, () => this.surface.requestDraw());
    this.#owned.add(cameras);
    this.surface = new CloudStage(element, this.context, this.shown, this.data, this.labels, cameras, this.preferences);
    this.commands = new CloudCommands(this.context, this.shown, this.data);
    this.actions = new CloudActions(this);
    this.pointer = new CloudPointer(this.actions.host);
    this.#keys = this.#owned.add(new KeyBindings(keys, keyScope, cloudKeys));
    const redraw = (): void => this.surface.requestDraw();
    for (const stop of [
      session.scene.onChange(redraw),
      session.subscribe(() => this.#sessionChanged()),
      subscribe(this.preferences, redraw),
      subscribe(cloud.state, () => this.#cloudChanged()),
      this.surface.onDraw(() => this.#call(this.#viewListeners)),
    ])
      this.#owned.add(toDisposable(stop));
    void cloud.refresh();
  }

  get activeTool(): string {
    return this.state.tool;
  }

  get drawing(): boolean {
    return this.state.tool !== RESTING && this.session.scene.selection.size === 0;
  }

  get shortcuts(): readonly EditorShortcut[] {
    return cloudShortcuts(key => this.#keys.chords(key));
  }

  setTool(id: string): void {
    const known = cloudTools.some(each => each.id === id) ? id : RESTING;
    if (!viewTools.includes(known) && this.session.readOnly) {
      this.session.notify(messages.shared.readOnly);
      return;
    }
    this.pointer.cancel();
    // Tools draw in the scan.
    if (known !== RESTING && this.state.batch) this.actions.setBatch(false);
    this.state.tool = known;
    if (isLabelTool(known)) this.preferences.coloring = 'label';
    this.surface.surface.style.cursor = known === RESTING ? 'default' : 'crosshair';
    this.#call(this.#toolListeners);
  }

  onToolChange(listener: () => void): () => void {
    this.#toolListeners.add(listener);
    return () => this.#toolListeners.delete(listener);
  }

  readonly onView = (listener: () => void): (() => void) => {
    this.#viewListeners.add(listener);
    return () => this.#viewListeners.delete(listener);
  };

  key(event: KeyboardEvent): boolean {
    if (event.key === 'Escape') return this.actions.stepBack();
    if (event.key === 'Tab' && !holdsFocus(this.surface.surface)) return false;
    const found = this.#keys.find(event, key => this.actions.takes(key));
    if (found !== undefined) this.#run(found);
    return found !== undefined;
  }

  namedCommands(): readonly EditorCommand[] {
    return keyCommands(
      this.#keys,
      this.session.readOnly,
      key => this.actions.takes(key),
      key => this.#run(key),
    );
  }

  /** Changes how the person likes to see scans. */
  prefer(change: Partial<CloudPreferences>): void {
    Object.assign(this.preferences, change);
  }

  /** Shows a frame of a sequence; numbers outside it are clamped. */
  showFrame(frame: number): void {
    const last = Math.max(0, this.data.frames.length - 1);
    const next = Math.min(last, Math.max(0, frame));
    this.pointer.cancel();
    this.session.scene.clearDrafts();
    this.data.frame = next;
    this.shown.time = this.data.time;
    this.state.frame = next;
    this.surface.requestDraw();
  }

  focusInstance(id: string): void {
    const instance = this.session.scene.get(id);
    if (instance === undefined) return;
    this.session.scene.select([id]);
    if (this.shown.at(instance) === undefined && isTrack(instance))
      this.showFrame(this.data.frames.findIndex(frame => frame.timestamp === keyTimes(instance)[0]));
    const shape = this.shown.at(instance);
    const centre = shape === undefined ? undefined : centreOf(shape);
    if (centre !== undefined) this.lookAt(centre);
  }

  /** Brings a place into the middle of the large view, and near enough to work on it. */
  lookAt(target: Vector): void {
    const { orbit } = this.surface;
    this.surface.setOrbit({ ...orbit, target, distance: Math.min(orbit.distance, 45) });
  }

  /** Shows the entire scan from above. */
  showAll(): void {
    const { now } = this.data;
    if (now === undefined) return;
    const [low] = this.data.heights;
    const middle = { x: (now.min[0] + now.max[0]) / 2, y: (now.min[1] + now.max[1]) / 2, z: low };
    // The last echoes far away are not what one wants to see first.
    const radius = Math.max(4, Math.min(Math.max(now.max[0] - now.min[0], now.max[1] - now.min[1]) / 2, 60));
    const scanned = now.min[0] < 0 && now.max[0] > 0 && now.min[1] < 0 && now.max[1] > 0;
    const reach = Math.max(now.max[0] - now.min[0], now.max[1] - now.min[1]) / 2;
    this.surface.setOrbit(fromAbove(scanned && reach > 60 ? { x: 0, y: 0, z: low } : middle, scanned ? radius : reach));
  }

  titleOf(instance: Instance): string | undefined {
    const shape = this.shown.at(instance);
    if (instance.type === 'tag' || shape === undefined) return undefined;
    const count = isSegment(shape) ? pointsIn(segmentRuns(shape)) : Number(shape['pointCount']);
    return Number.isFinite(count) ? messages.boxFields.points(count.toLocaleString('en')) : undefined;
  }

  boundsOf(instance: Instance): Rectangle | undefined {
    const shape = this.shown.at(instance) ?? instance;
    const vertices = verticesOf(shape);
    if (vertices.length === 0) return undefined;
    const [xs, ys] = [vertices.map(each => each.x), vertices.map(each => each.y)];
    return { minX: Math.min(...xs), minY: Math.min(...ys), maxX: Math.max(...xs), maxY: Math.max(...ys) };
  }

  commentAt(): ThreadPlace {
    const { scene } = this.session;
    const id = scene.hover ?? [...scene.selection][0];
    const shape = id === undefined ? undefined : this.shown.get(id);
    const centre = shape === undefined ? undefined : centreOf(shape);
    if (centre !== undefined) return { ...centre, instanceId: id! };
    const { rect, frame } = this.surface.main;
    const at = this.pointer.last ?? { x: rect.width / 2, y: rect.height / 2 };
    return onHeight(frame, at.x, at.y, this.data.ground.overall) ?? this.surface.orbit.target;
  }

  pinAt(thread: ThreadLocation): { readonly x: number; readonly y: number } | undefined {
    const place = this.state.batch ? undefined : this.#placeOf(thread);
    const { frame, rect } = this.surface.main;
    const at = place === undefined ? undefined : projected(frame, place);
    return at === undefined || at.x < 0 || at.y < 0 || at.x > rect.width || at.y > rect.height ? undefined : at;
  }

  showThread(thread: ThreadLocation): void {
    const place = this.#placeOf(thread);
    if (place !== undefined) this.lookAt(place);
  }

  dispose(): void {
    this.actions.dispose();
    this.pointer.dispose();
    this.#owned.dispose();
    this.surface.dispose();
    this.data.dispose();
    this.cloud.dispose();
  }

  #placeOf({ instanceId, x, y, z }: ThreadLocation): Vector | undefined {
    const shape = instanceId === undefined ? undefined : this.shown.get(instanceId);
    const centre = shape === undefined ? undefined : centreOf(shape);
    return centre ?? (x === undefined || y === undefined ? undefined : { x, y, z: z ?? this.data.ground.overall });
  }

  #run(key: CloudKey): void {
    if (key.changes === true && this.session.readOnly) this.session.notify(messages.shared.readOnly);
    else key.run(this.actions, this.commands);
    this.surface.requestDraw();
  }

  #sessionChanged(): void {
    if (this.session.readOnly && this.state.tool !== RESTING) this.setTool(RESTING);
    this.surface.requestDraw();
  }

  #cloudChanged(): void {
    const { cloud } = this.cloud.state;
    if (cloud?.state !== 'ready') return;
    this.data.open(cloud as Parameters<CloudData['open']>[0]);
    this.state.frames = cloud.frames.length;
    this.showFrame(this.state.frame);
    if (!this.#framed) this.showAll();
    this.#framed = true;
  }

  #call(listeners: ReadonlySet<() => void>): void {
    for (const listener of listeners) listener();
  }
}
