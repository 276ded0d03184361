import type { EditorSession, SessionContext } from '#plugins/annotate/editor/web/kit/index.ts';
import { moved, turned } from '../common/geometry/box-edits.ts';
import type { Vector } from '../common/geometry/box.ts';
import { turnedIn, rotationOf } from '../common/geometry/box.ts';
import { centreOf } from '../common/cloud-objects.ts';
import { trajectoryOf } from '../common/tracks/interpolate.ts';
import { isTrack } from '../common/tracks/cloud-track.ts';
import type { CloudCommands } from './cloud-commands.ts';
import type { CloudData } from './cloud-data.ts';
import type { CloudEditorState } from './cloud-editor-state.ts';
import type { CloudKey, KeyedCloudEditor } from './cloud-keys.ts';
import type { CloudPointer } from './cloud-pointer.ts';
import type { CloudPreferences } from './cloud-settings.ts';
import { pointSizes } from './cloud-settings.ts';
import type { CloudStage } from './cloud-stage.ts';
import { RESTING } from './cloud-tools.ts';
import type { CloudHost } from './gestures/gesture.ts';
import type { PointLabels } from './labels/point-labels.ts';
import { UnlabelledBlink } from './labels/unlabelled-blink.ts';
import { messages } from './messages.ts';
import type { ShownObjects } from './shown-objects.ts';
import { screenMove, turnAxis, turnSign } from './views/box-view.ts';
import { atAnAngle } from './views/orbit.ts';

/** Metres and radians of one key press. */
const STEP = 0.05;
const TURN = Math.PI / 180;
/** Milliseconds of a frame while a sequence plays. */
const PLAY_MS = 150;

/** The editor as keys and gestures act on it. */
export interface ActedEditor {
  readonly session: EditorSession;
  readonly context: SessionContext;
  readonly surface: CloudStage;
  readonly shown: ShownObjects;
  readonly data: CloudData;
  readonly commands: CloudCommands;
  readonly labels: PointLabels;
  readonly pointer: CloudPointer;
  readonly preferences: CloudPreferences;
  readonly state: CloudEditorState;
  setTool(id: string): void;
  showFrame(frame: number): void;
  showAll(): void;
  lookAt(target: Vector): void;
}

/** Acts on an editor for keys and gestures. */
export class CloudActions implements KeyedCloudEditor {
  readonly host: CloudHost;
  readonly #editor: ActedEditor;
  #playing: ReturnType<typeof setInterval> | undefined;
  readonly #blink: UnlabelledBlink;

  constructor(editor: ActedEditor) {
    this.#editor = editor;
    this.#blink = new UnlabelledBlink(editor.surface);
    const { session, surface, shown, data, commands, labels, context, state } = editor;
    this.host = {
      session,
      stage: surface,
      shown,
      data,
      commands,
      labels,
      get tool() {
        return state.tool;
      },
      get readOnly() {
        return session.readOnly;
      },
      get color() {
        return context.activeColor;
      },
      openMenu: (x, y) => (state.menu = { x, y }),
      closeMenu: () => (state.menu = undefined),
      trajectory: () => this.trajectory(),
    };
  }

  get hasSelection(): boolean {
    return this.#editor.session.scene.selection.size > 0;
  }

  get hasBox(): boolean {
    return this.#editor.commands.box !== undefined;
  }

  get isSequence(): boolean {
    return this.#editor.data.isSequence;
  }

  get isDrawing(): boolean {
    return this.#editor.pointer.drawing.isDrawing;
  }

  get isBatch(): boolean {
    return this.#editor.state.batch;
  }

  /** True for a key that applies now. In the view of all frames there is nothing to draw on or to look around in. */
  takes({ group, when }: CloudKey): boolean {
    const { tools, view } = messages.groups;
    return (when?.(this) ?? true) && !(this.isBatch && (group === tools || group === view));
  }

  /** Shows the selected box in all frames, or the scan again. */
  setBatch(isOpen: boolean): void {
    const { state, surface, pointer, data } = this.#editor;
    pointer.cancel();
    if (!isOpen) data.beside = [];
    state.batch = surface.covered = isOpen;
    // Keys move the box as its first view in each frame shows it.
    surface.active = isOpen ? 'top' : 'main';
    surface.requestDraw();
  }

  undo(): void {
    this.#editor.session.undo();
  }

  redo(): void {
    this.#editor.session.redo();
  }

  setTool(id: string): void {
    this.#editor.setTool(id);
  }

  nudge(right: number, up: number): void {
    const { commands, surface } = this.#editor;
    const { box } = commands;
    if (box === undefined) return;
    if (surface.active !== 'main') {
      commands.setBox(messages.boxGesture.move, moved(box, screenMove(surface.active, right * STEP, up * STEP)));
      return;
    }
    // In the large view a box moves over the ground, as the screen shows it.
    const { azimuth } = surface.orbit;
    const over = {
      x: (-Math.sin(azimuth) * right - Math.cos(azimuth) * up) * STEP,
      y: (Math.cos(azimuth) * right - Math.sin(azimuth) * up) * STEP,
      z: 0,
    };
    commands.setBox(messages.boxGesture.move, moved(box, turnedIn(rotationOf(box.rotation), over)));
  }

  turn(left: number, fits: boolean): void {
    const { commands, surface } = this.#editor;
    const { box } = commands;
    if (box === undefined) return;
    const side = surface.active === 'main' ? 'top' : surface.active;
    const next = turned(box, turnAxis(side), left * TURN * turnSign(side));
    commands.setBox(messages.boxGesture.turn, fits ? commands.shrink(next) : next);
  }

  step(by: 1 | -1): void {
    const next = this.#editor.commands.step(by);
    const centre = next === undefined ? undefined : centreOf(next);
    if (centre !== undefined) this.#editor.lookAt(centre);
  }

  showFrame(by: number): void {
    this.#editor.showFrame(this.#editor.state.frame + by);
  }

  resizePoints(by: number): void {
    const { preferences } = this.#editor;
    preferences.pointSize = Math.min(pointSizes.max, Math.max(pointSizes.min, preferences.pointSize + by * 0.5));
  }

  togglePlay(): void {
    const { state } = this.#editor;
    state.playing = !state.playing;
    clearInterval(this.#playing);
    if (!state.playing) return;
    this.#playing = setInterval(() => {
      // A frame is shown until all of the next one is there.
      if (this.#editor.surface.state.missing > 0) return;
      this.#editor.showFrame(state.frame + 1 >= state.frames ? 0 : state.frame + 1);
    }, PLAY_MS);
  }

  toggle(what: 'trajectory' | 'isolate' | 'labels' | 'unlabelled' | 'angle'): void {
    const { state, surface, preferences } = this.#editor;
    if (what === 'trajectory') state.trajectory = !state.trajectory;
    else if (what === 'isolate') surface.setIsolated(!surface.state.isolated);
    else if (what === 'unlabelled') preferences.coloring = this.#blink.toggle() ? 'label' : preferences.coloring;
    else if (what === 'labels') preferences.labels = !preferences.labels;
    else
      surface.setOrbit(surface.state.above ? atAnAngle(surface.orbit) : { ...surface.orbit, elevation: Math.PI / 2 });
    surface.requestDraw();
  }

  /** Labels the points in the selected box with the class of the box: a new object. */
  labelBox(): void {
    const { commands, data, labels, session, surface } = this.#editor;
    const { box } = commands;
    if (box === undefined) return;
    if (!data.isWholeIn(box)) {
      session.notify(messages.pointLabels.stillLoading);
      return;
    }
    session.setActiveClass(box.classId);
    labels.label(labels.inBox(box, surface.drawn), 'new');
  }

  showAll(): void {
    this.#editor.showAll();
  }

  uncrop(): void {
    this.#editor.surface.setCrop(undefined);
  }

  finish(): void {
    this.#editor.pointer.drawing.finish(false);
  }

  back(): void {
    this.#editor.pointer.drawing.back();
  }

  copyOn(): void {
    const { data, commands, state } = this.#editor;
    const next = data.frames[state.frame + 1];
    if (next === undefined) return;
    commands.keep(next.timestamp);
    this.showFrame(1);
  }

  cut(side: 'start' | 'end'): void {
    this.#editor.commands.cut(side);
  }

  keep(): void {
    this.#editor.commands.keep();
  }

  forget(): void {
    this.#editor.commands.forget();
  }

  flip(): void {
    this.#editor.commands.flip();
  }

  delete(): void {
    this.#editor.commands.delete();
  }

  duplicate(): void {
    this.#editor.commands.duplicate();
  }

  /** Esc: what is under way, then the menu, then the tool, then the selection. False when there is nothing to leave. */
  stepBack(): boolean {
    const { pointer, state, session } = this.#editor;
    if (pointer.cancel()) return true;
    if (state.menu !== undefined) state.menu = undefined;
    else if (state.batch) this.setBatch(false);
    else if (state.tool !== RESTING) this.#editor.setTool(RESTING);
    else if (session.scene.selection.size > 0) session.scene.select([]);
    else return false;
    return true;
  }

  /** The places through which the selected object goes. */
  trajectory(): readonly { readonly x: number; readonly y: number; readonly z: number }[] {
    const { session, data, state } = this.#editor;
    const { selected } = session.scene;
    const [instance] = selected;
    if (!state.trajectory || selected.length !== 1 || instance === undefined || !isTrack(instance)) return [];
    return trajectoryOf(instance, data.frames);
  }

  dispose(): void {
    clearInterval(this.#playing);
    this.#blink.dispose();
  }
}
