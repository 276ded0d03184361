import { idle } from '#core/base/web/index.ts';
import type { Place, Rectangle, Size } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { messages } from '../messages.ts';
import { Camera } from './camera.ts';
import { CanvasRenderer } from './canvas/canvas-renderer.ts';
import type { FrameNeeds } from './frame-loop.ts';
import { FrameLoop } from './frame-loop.ts';
import type { ImageSource } from './image/image-source.ts';
import { imagesAhead, openImage } from './image/open-image.ts';
import { readPixels } from './image/read-pixels.ts';
import { Overlay } from './overlay.ts';
import type { PictureLook } from './picture-look.ts';
import { plainLook } from './picture-look.ts';
import { PointerInput } from './pointer-input.ts';
import { RasterLayer } from './raster-layer.ts';
import { ShapeLayer } from './shape-layer.ts';
import { StageMessage } from './stage-message.ts';
import type { LabelStyle, StageOptions } from './stage-options.ts';
import { defaultShapeStyle } from './stage-options.ts';
import type { StageGuides } from './stage-guides.ts';
import { noGuides, paintGuides } from './stage-guides.ts';
import type { ShapeStyle, StageRenderer } from './stage-renderer.ts';
import { stageBackground } from './stage-background.ts';
import css from './stage.module.css';
import type { StagePointer, ToolMachine } from './tool-state.ts';
import { openRenderer } from './open-renderer.ts';
import { StagePicture } from './stage-picture.ts';

/** Longest time that a tile of the next picture waits for a moment without work, in milliseconds. */
const AHEAD_MS = 500;
/** Longest time for which a renderer is kept that nobody sees, in milliseconds. */
const LEFT_MS = 2_000;

/**
 * The drawing surface that the image-like editors share: camera, picture, shapes, overlay, pointer and one tool at a
 * time. It draws only on animation frames after something changed.
 */
export class Stage {
  readonly camera = new Camera();
  readonly layer: ShapeLayer;
  /** The mask of the item, for editors that paint one. */
  readonly raster = new RasterLayer(part =>
    part === undefined ? this.#loop.requestAll() : this.#loop.requestPart(part),
  );
  readonly surface: HTMLElement;
  readonly input: PointerInput;
  readonly #options: StageOptions;
  readonly #renderer: StageRenderer;
  readonly #overlay: Overlay;
  readonly #loop = new FrameLoop(needs => this.#draw(needs));
  readonly #resizing: ResizeObserver;
  readonly #theming: MutationObserver;
  readonly #picture: StagePicture;
  #opensImages = false;
  #style = defaultShapeStyle;
  #labels: LabelStyle = { shown: true, attributes: false, fontSize: 11 };
  #look = plainLook;
  #guides = noGuides;
  #tool: ToolMachine | undefined;
  #background: readonly [number, number, number];
  #disposed = false;
  readonly #waiting: (() => void)[] = [];

  constructor(element: HTMLElement, options: StageOptions) {
    this.#options = options;
    this.surface = document.createElement('div');
    this.surface.className = css['surface']!;
    this.surface.tabIndex = -1;
    this.surface.setAttribute('role', 'application');
    this.surface.setAttribute('aria-label', messages.stage.pictureAndShapes);
    this.layer = new ShapeLayer(options.order, part => this.#loop.requestPart(part));
    this.#renderer =
      options.backdrop === undefined
        ? openRenderer(this.layer, this.raster, () => this.#loop.requestAll(), options.renderer)
        : new CanvasRenderer(this.layer, this.raster, () => this.#loop.requestAll(), true);
    this.#overlay = new Overlay(this.camera);
    const message = new StageMessage();
    this.#picture = new StagePicture(this.camera, message, {
      show: (source, pending) => {
        if (this.#disposed) return;
        this.#renderer.setImage(source, pending);
        this.#loop.requestAll();
      },
      opened: size => options.onImage?.(size),
    });
    if (options.backdrop !== undefined) this.surface.append(options.backdrop.element);
    this.surface.append(this.#renderer.canvas, this.#overlay.canvas, message.element);
    element.append(this.surface);
    this.#background = stageBackground(this.surface);
    this.input = new PointerInput(this.surface, this.camera, {
      down: pointer => this.#send('down', pointer),
      move: pointer => this.#send('move', pointer),
      up: pointer => {
        this.#send('up', pointer);
        this.#measure();
      },
      doubleClick: pointer => this.#send('doubleClick', pointer),
      leave: () => this.#leave(),
      interrupted: () => {
        this.#tool?.cancel();
        this.#measure();
      },
      panning: () => this.updateCursor(),
    });
    this.camera.onChange(() => this.#loop.requestAll());
    this.#resizing = new ResizeObserver(() => {
      // Panels that arrive must not move the picture under a stroke.
      if (!this.input.pressed) this.#measure();
    });
    this.#resizing.observe(this.surface);
    this.#theming = new MutationObserver(() => this.#readTheme());
    this.#theming.observe(document.documentElement, { attributes: true });
    this.#measure();
  }

  /** Kind of the renderer. */
  get rendererKind(): StageRenderer['kind'] {
    return this.#renderer.kind;
  }

  get style(): ShapeStyle {
    return this.#style;
  }

  set style(style: ShapeStyle) {
    this.#style = style;
    this.#loop.requestAll();
  }

  /** Size of the class names that all shapes show. */
  get labels(): LabelStyle {
    return this.#labels;
  }

  set labels(labels: LabelStyle) {
    this.#labels = labels;
    this.#overlay.setFontSize(labels.fontSize);
    this.#loop.requestAll();
  }

  /** Display settings of the picture. */
  set look(look: PictureLook) {
    this.#look = look;
    this.#loop.requestAll();
  }

  /** Grid and crosshair. */
  set guides(guides: StageGuides) {
    this.#guides = guides;
    this.requestOverlay();
  }

  get tool(): ToolMachine | undefined {
    return this.#tool;
  }

  /** Completes the tool in use and starts another. */
  use(tool: ToolMachine): void {
    this.#tool?.stop();
    this.#tool = tool;
    tool.start();
    this.updateCursor();
    this.requestOverlay();
  }

  /** Handles, labels or the like changed. */
  requestOverlay(): void {
    this.#loop.requestOverlay();
  }

  /** CSS pixels as item pixels at the present zoom; reach of the pointer is given in CSS pixels. */
  reach(pixels: number): number {
    return pixels / this.camera.zoom;
  }

  /** The shape under a place, for hover and click. */
  shapeAt(place: Place): string | undefined {
    return this.#style.hidden ? undefined : this.layer.at(place, this.reach(5));
  }

  /**
   * Shows a picture. Resolves when it can be drawn, or could not be opened; the stage then says why and offers to try
   * again. `expected` gives the size before the bytes are there.
   */
  openImage(url: string, expected?: Size): Promise<void> {
    this.#opensImages = true;
    return this.openSource(signal => openImage(url, signal), expected);
  }

  /** Decodes a picture that is shown next, where this stage shows pictures of the same kind. */
  prepareImage(url: string): void {
    if (!this.#opensImages) return;
    imagesAhead.prepare(
      url,
      size => this.camera.fitZoomOf(size) * window.devicePixelRatio,
      tile =>
        void idle(AHEAD_MS).then(() => {
          if (!this.#disposed) this.#renderer.prepareTile?.(tile);
        }),
    );
  }

  /** The same for a picture that is opened in another way, such as a pyramid whose tiles come from the server. */
  openSource(open: (signal: AbortSignal) => Promise<ImageSource>, expected?: Size): Promise<void> {
    return this.#picture.open(open, expected);
  }

  /** Resolves when a frame has been drawn in which no part of the picture was missing or coarse. */
  settled(): Promise<void> {
    this.#loop.requestAll();
    return new Promise(resolve => this.#waiting.push(resolve));
  }

  /**
   * The picture's pixels inside an area of the item, made smaller so that the longer side has at most `longestSide`
   * pixels; what lies beyond the picture is transparent. A picture that is still loading is waited for. Rejects when
   * there is none.
   */
  async pixels(area: Rectangle, longestSide: number): Promise<ImageData> {
    if (this.#options.backdrop !== undefined) return this.#options.backdrop.pixels(area, longestSide);
    return readPixels(await this.#picture.source(), area, longestSide);
  }

  updateCursor(): void {
    const panning = this.input.panning ? 'grabbing' : this.input.panHeld ? 'grab' : undefined;
    this.surface.style.cursor = panning ?? this.#tool?.cursor ?? 'default';
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#tool?.stop();
    this.#resizing.disconnect();
    this.#theming.disconnect();
    this.#picture.dispose();
    this.input.dispose();
    this.#loop.dispose();
    this.raster.dispose();
    this.surface.remove();
    this.#overlay.dispose();
    this.#renderer.leave?.();
    // Giving its memory back waits for the GPU, which the item that follows is drawn with.
    void idle(LEFT_MS).then(() => this.#renderer.dispose());
  }

  #send(event: 'down' | 'move' | 'up' | 'doubleClick', pointer: StagePointer): void {
    if (this.#tool?.send(event, pointer) === true || this.#guides.crosshair) this.requestOverlay();
    this.updateCursor();
  }

  #leave(): void {
    this.#tool?.leave();
    if (this.#guides.crosshair) this.requestOverlay();
  }

  #measure(): void {
    const { clientWidth: width, clientHeight: height } = this.surface;
    const { viewport } = this.camera;
    if (width > 0 && height > 0 && (width !== viewport.width || height !== viewport.height))
      this.camera.setViewport({ width, height });
  }

  #readTheme(): void {
    this.#background = stageBackground(this.surface);
    this.#loop.requestAll();
  }

  #draw({ damage, overlayOnly }: FrameNeeds): void {
    if (this.#disposed) return;
    const ratio = window.devicePixelRatio;
    const { view, viewport } = this.camera;
    const frame = { view, viewport, ratio, damage, background: this.#background, style: this.#style, look: this.#look };
    if (!overlayOnly) this.#renderer.draw(frame);
    if (!overlayOnly && damage === undefined) this.#options.backdrop?.place(frame);
    if (!overlayOnly && damage === undefined && this.#renderer.settled)
      for (const resolve of this.#waiting.splice(0)) resolve();
    this.#overlay.draw(ratio, painter => {
      // Tools without a cursor show where the pointer is themselves.
      const guided = paintGuides(painter, this.#guides, this.camera, this.input.last, this.#tool?.cursor === 'none');
      const painted = this.#options.paint(painter);
      return this.#tool?.state?.paint?.(painter) === true || painted || guided;
    });
  }
}
