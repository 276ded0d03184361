import { createElement } from 'react';
import type { ComponentType } from 'react';
import { toDisposable } from '#core/base/common/index.ts';
import { KeyBindings, KeyMap } from '#core/shortcuts/web/index.ts';
import type { Instance, ThreadLocation } from '#plugins/annotate/annotations/common/index.ts';
import type { Outline, Place, Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { isEmptyRectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { EditorSession, EditorShortcut } from '#plugins/annotate/editor/web/kit/index.ts';
import { assistantKey, assistantShortcuts, StageEditor } from '#plugins/annotate/editor/web/kit/index.ts';
import type { ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import { Stage } from '#plugins/annotate/stage/web/kit/index.ts';
import { shapeOutline } from '#plugins/annotate/editor-vector/common/index.ts';
import type { VectorCommands, VectorSettings, VectorTool } from '#plugins/annotate/editor-vector/web/kit/index.ts';
import {
  boundsOf,
  paintHandles,
  paintLabels,
  paintPointLabels,
  SceneShapes,
  ShapeClipboard,
  ShapeHiding,
  VectorAssistant,
  vectorCommands,
  VectorContext,
  VectorController,
} from '#plugins/annotate/editor-vector/web/kit/index.ts';
import { shapeOnFrame } from '../common/frame-patches.ts';
import type { MediaFacts } from '../common/media/probe-media.ts';
import { sampleAt } from '../common/tracks/interpolate.ts';
import { isTrack } from '../common/tracks/track.ts';
import { FrameSession } from './frame-session.ts';
import { FramePresence } from './frame-presence.ts';
import { MarkedRange } from './frame-range.ts';
import { frameOfThread, pinOn, threadFrames, threadPlaceOn } from './frame-threads.ts';
import { MarkedKeys } from './marked-keys.ts';
import { Conversion } from './server/conversion.ts';
import type { VideoServer } from './server/video-server.ts';
import { setMoment } from './moment.ts';
import { sceneOrder } from './scene-order.ts';
import { durationOf, sizeOf } from './session-media.ts';
import type { SoundTrack } from './sound/sound-track.ts';
import { SpaceKey } from './space-key.ts';
import { TrackingRun } from './tracking/tracking-run.ts';
import type { TimelineEditor } from './timeline/timeline-editor.ts';
import { TimelineView } from './timeline/timeline-view.ts';
import { VideoPanel } from './timeline/video-panel.tsx';
import { TrackCommands } from './track-commands.ts';
import { VideoBackdrop } from './video-backdrop.ts';
import type { VideoEditorOptions } from './video-editor-options.ts';
import type { KeyedVideoEditor, VideoKey } from './video-keys.ts';
import { keyScope, videoKeys, videoShortcuts } from './video-keys.ts';
import { VideoOptions } from './video-options.tsx';
import type { VideoPictures } from './video-pictures.ts';
import { VideoPlayback } from './video-playback.ts';
import type { VideoPlayer } from './video-player.ts';
import { handledTools, toolsWith } from './video-tools.ts';

/** The video editor on one item: frames, shapes, timeline, tools and keys. */
export class VideoEditor extends StageEditor<VideoKey> implements KeyedVideoEditor, TimelineEditor {
  readonly tools: readonly VectorTool[];
  readonly stage: Stage;
  readonly frames: FrameSession;
  readonly tracks: TrackCommands;
  readonly keyFrames: MarkedKeys;
  readonly server: VideoServer | undefined;
  readonly conversion: Conversion | undefined;
  readonly tracking: TrackingRun;
  readonly vector: VectorCommands;
  readonly timeline = new TimelineView();
  readonly marked = new MarkedRange();
  readonly playback: VideoPlayback;
  readonly jump = 10;
  readonly onPlayer = (listener: () => void): (() => void) => this.playback.onChange(listener);
  readonly seatFrameField = (field: HTMLInputElement | null): void => void (this.#frameField = field);
  readonly titleOf = (instance: Instance): string | undefined => this.#presence.titleOf(instance);
  readonly order = (one: Instance, other: Instance): number => this.#presence.order(one, other);
  readonly Below: ComponentType = () => createElement(VideoPanel, { editor: this });
  readonly Options: ComponentType = () => createElement(VideoOptions, { editor: this, context: this.#context });
  /** Resolves when the file is open, or could not be opened. */
  readonly opened: Promise<void>;
  readonly session: EditorSession;
  protected readonly keys: KeyBindings<VideoKey>;
  readonly #context: VectorContext;
  readonly #hiding: ShapeHiding;
  readonly #space: SpaceKey;
  readonly #presence: FramePresence;
  #frameField: HTMLInputElement | null = null;
  #lastDrawingTool = 'box';
  #labels = true;

  constructor(session: EditorSession, element: HTMLElement, options: VideoEditorOptions = {}) {
    super();
    this.session = session;
    this.frames = new FrameSession(session, VideoPlayback.assumed(durationOf(session)));
    this.owned.add(this.frames);
    this.#presence = new FramePresence(session.scene, this.frames);
    setMoment(session, this.frames);
    const backdrop = new VideoBackdrop();
    this.stage = new Stage(element, {
      backdrop,
      order: sceneOrder(this.frames.scene),
      paint: painter => {
        if (this.stage.style.hidden) return false;
        const handled = handledTools.has(this.activeTool) && !this.player.state.playing;
        const labels = paintLabels(this.#context, painter, this.#labels && this.stage.labels.shown);
        const points = paintPointLabels(this.#context, painter);
        return (handled && paintHandles(this.#context, painter)) || labels || points;
      },
    });
    this.owned.add(this.stage);
    this.#context = new VectorContext(this.frames, this.stage, sizeOf(session), {
      controller: new VectorController(options.skeletons),
    });
    const assistants = options.assistants ?? [];
    this.tools = toolsWith(assistants, new VectorAssistant(this.#context, this.stage));
    this.keys = this.owned.add(
      new KeyBindings(options.keys ?? new KeyMap(), keyScope, [...videoKeys, ...assistants.map(assistantKey)]),
    );
    this.tracks = new TrackCommands(session, this.frames, () => this.marked.range);
    this.keyFrames = this.owned.add(new MarkedKeys(session, this.frames));
    this.vector = vectorCommands(this.#context, ShapeClipboard.of(session.user.email));
    this.#hiding = this.owned.add(
      new ShapeHiding(this.stage, {
        hidesSelection: () => this.hasSelection && this.activeTool === 'select' && !session.readOnly,
        hideSelection: () => this.vector.selection.toggleHide(),
        changed: () => this.announceTool(),
      }),
    );
    this.owned.add(new SceneShapes(this.frames, this.stage.layer));
    this.playback = this.owned.add(new VideoPlayback(backdrop, this.frames));
    this.tracking = this.owned.add(
      new TrackingRun({ ...options, session, frames: this.frames, file: () => this.pictures.decodable() }),
    );
    this.server = options.server;
    this.conversion = options.server && new Conversion(options.server, url => void this.playback.replace(url));
    this.#space = this.owned.add(new SpaceKey(this.stage.surface, () => this.player.toggle()));
    this.owned.add(toDisposable(this.playback.onChange(() => this.#followPlayer())));
    this.owned.add(toDisposable(this.frames.scene.onChange(() => this.stage.requestOverlay())));
    this.owned.add(toDisposable(session.scene.onChange(() => this.#followPlayer())));
    this.follow();
    this.setTool('select');
    this.opened = this.#open(options.server && (() => options.server!.media()));
  }

  get player(): VideoPlayer {
    return this.playback.player;
  }

  get sound(): SoundTrack {
    return this.playback.sound;
  }

  get pictures(): VideoPictures {
    return this.playback.pictures;
  }

  get shortcuts(): readonly EditorShortcut[] {
    return [...videoShortcuts(key => this.keys.chords(key)), ...assistantShortcuts(this.keys, videoKeys)];
  }

  get settings(): VectorSettings {
    return this.#context.settings;
  }

  get allHidden(): boolean {
    return this.#hiding.all;
  }

  showAll(): void {
    this.#hiding.hideAll(false);
  }

  get titlesVersion(): number {
    return this.#presence.version;
  }

  override key(event: KeyboardEvent): boolean {
    if (event.code === 'Space' && !event.ctrlKey && !event.metaKey && !event.altKey) this.#space.press(event);
    return super.key(event);
  }

  setPolygonMode(): void {
    // Holes and parts of polygons are drawn by hand on single pictures only.
  }

  repeatTool(): void {
    this.setTool(this.#lastDrawingTool);
  }

  pressHide(): void {
    this.#hiding.press(this.pressed);
  }

  openMenu(): void {
    // The bar of the timeline has it.
  }

  toggleLabels(): void {
    this.#labels = !this.#labels;
    this.stage.requestOverlay();
  }

  trackSelection(): void {
    this.player.pause();
    this.tracking.track(this.tracks.tracks);
  }

  askFrame(): void {
    this.#frameField?.focus();
    this.#frameField?.select();
  }

  /** Plays in a direction; faster when it plays that way already. */
  shuttle(direction: 1 | -1): void {
    const { state } = this.player;
    if (!state.playing || state.direction !== direction) this.player.play(direction);
    else this.player.nudgeSpeed(1);
  }

  /** An object as it is on the frame that is shown. */
  asShown(instance: Instance): Instance {
    return isTrack(instance) ? (shapeOnFrame(instance, this.frames.frame, this.frames.table) ?? instance) : instance;
  }

  override focusInstance(id: string): void {
    const instance = this.session.scene.get(id);
    if (instance === undefined) return;
    this.session.scene.select([id]);
    if (!isTrack(instance) || sampleAt(instance, this.frames.frame, this.frames.table) !== undefined) return;
    const [first] = instance.parameters;
    if (first !== undefined) this.player.seek(this.frames.table.frameOf(first.start));
  }

  boundsOf(instance: Instance): Rectangle | undefined {
    const bounds = boundsOf([this.asShown(instance)]);
    return isEmptyRectangle(bounds) ? undefined : bounds;
  }

  outlineOf(instance: Instance): Outline {
    return shapeOutline(this.asShown(instance));
  }

  override commentAt(): ReturnType<typeof threadPlaceOn> {
    return threadPlaceOn(super.commentAt(), this.frames, this.marked.range);
  }

  threadTitle(thread: ThreadLocation): string | undefined {
    return threadFrames(thread, this.frames);
  }

  pinAt(thread: ThreadLocation): Place | undefined {
    const place = pinOn(thread, this.frames);
    return place === undefined ? undefined : this.toElement(place);
  }

  showThread(thread: ThreadLocation): void {
    const frame = frameOfThread(thread, this.frames);
    if (frame !== undefined) this.player.seek(frame);
  }

  protected begin(id: string): () => ToolState {
    return this.tools.find(one => one.id === id)!.begin(this.#context);
  }

  protected applies(key: VideoKey): boolean {
    return key.when?.(this) ?? true;
  }

  protected act(key: VideoKey): void {
    key.run(this);
  }

  protected stepBack(): boolean {
    return this.leaveTool() || this.keyFrames.clear() || this.dropSelection();
  }

  protected override toolChosen(tool: string): void {
    if (tool !== 'select') {
      this.#lastDrawingTool = tool;
      this.player.pause();
    }
    this.#context.controller.setTool(tool);
  }

  #followPlayer(): void {
    if (this.player.state.playing) return;
    // Lists show the objects on the present frame; while it plays they would only flicker.
    if (this.#presence.update()) this.announceTool();
  }

  async #open(media: (() => Promise<MediaFacts | undefined>) | undefined): Promise<void> {
    const table = await this.playback.open(this.session.item.url, media, size => {
      this.stage.camera.setItem(size);
      this.#context.setSize(size);
    });
    if (table === undefined) return;
    this.timeline.setCount(table.count);
    void this.tracking.background?.resume();
  }
}
