import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { clampToImage, distance, rectangleBetween } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { AssistantContext, AssistantTool, RegionPart } from '#plugins/annotate/editor/web/kit/index.ts';
import type {
  Outcome,
  OverlayPainter,
  StageKey,
  StagePointer,
  ToolState,
} from '#plugins/annotate/stage/web/kit/index.ts';
import { messages } from '../messages.ts';
import type { ItemSegmentation } from '../segmenting/item-segmentation.ts';
import { LatestCall } from './latest-call.ts';
import { MagicWork } from './magic-work.ts';
import { paintStatus } from './paint-status.ts';

/** CSS pixels the pointer may move in a click; beyond it is a drag. */
const CLICK_REACH = 4;
/** CSS pixels between two points of a stroke. */
const STROKE_STEP = 8;

const POSITIVE = '#2f9e44';
const NEGATIVE = '#e03131';

/** Magic: points and boxes become outlines, by the server's model or by the browser's own tools. */
export function magicTool(segmentation: ItemSegmentation): AssistantTool {
  return {
    id: 'magic',
    title: messages.magicTool.magic,
    icon: 'magic',
    shortcut: 'G',
    begin: context => () => new MagicStates(context, segmentation).idle(),
  };
}

/** The states of the tool; they share what was shown and proposed. */
class MagicStates {
  readonly #context: AssistantContext;
  readonly #segmentation: ItemSegmentation;
  readonly #work: MagicWork;
  readonly #hover: LatestCall<Place>;
  #preview: readonly RegionPart[] | undefined;
  #last: StagePointer | undefined;

  constructor(context: AssistantContext, segmentation: ItemSegmentation) {
    this.#context = context;
    this.#segmentation = segmentation;
    this.#work = new MagicWork(context, segmentation);
    this.#last = context.stage.input.last;
    this.#hover = new LatestCall(async (place, signal) => {
      const { regions } = await segmentation.propose(
        context,
        { points: [{ ...place, label: 1 }] },
        { preview: true, signal },
      );
      const region = await regions[0]?.region();
      if (signal.aborted) return;
      this.#preview = region?.parts;
      context.stage.requestOverlay();
    });
  }

  idle(): ToolState {
    let stop = (): void => {};
    return {
      name: 'magic.idle',
      cursor: 'crosshair',
      enter: () => (stop = this.#segmentation.onChange(() => this.#context.stage.requestOverlay())),
      exit: () => {
        stop();
        this.#quiet();
      },
      move: pointer => this.#moved(pointer),
      leave: () => {
        this.#last = undefined;
        this.#quiet();
        return 'stay';
      },
      down: pointer => (pointer.button === 0 || pointer.button === 2 ? this.#pressed(pointer) : undefined),
      key: key => this.#key(key),
      cancel: () => (this.#work.drop() ? 'stay' : undefined),
      complete: () => {
        this.#work.drop();
        return undefined;
      },
      paint: painter => this.#paint(painter),
    };
  }

  /** A button is down: a click is a point, a drag with the left one a box, or a stroke where colours are cut. */
  #pressed(start: StagePointer): ToolState {
    const label = start.button === 2 ? 0 : 1;
    const strokes = this.#segmentation.mode === 'classical' && this.#work.prompts.box !== undefined && !start.shift;
    const trail: Place[] = [start.place];
    let last = start;
    const isDrag = (): boolean => distance(last.screen, start.screen) > CLICK_REACH;
    return {
      name: 'magic.pressed',
      cursor: 'crosshair',
      move: pointer => {
        this.#last = last = pointer;
        if (strokes && distance(pointer.place, trail.at(-1)!) > this.#context.stage.reach(STROKE_STEP))
          trail.push(pointer.place);
        return 'stay';
      },
      up: pointer => {
        this.#last = last = pointer;
        if (strokes)
          this.#work.add(
            trail.map((place, at) => ({
              ...this.#onPicture(place),
              label,
              ...(at === 0 ? {} : { stroke: true as const }),
            })),
            pointer.ctrl,
          );
        else if (isDrag() && start.button === 0)
          this.#work.setBox(
            rectangleBetween(this.#onPicture(start.place), this.#onPicture(pointer.place)),
            pointer.ctrl,
          );
        else this.#work.add([{ ...this.#onPicture(start.place), label }], pointer.ctrl);
        return this.idle();
      },
      cancel: () => this.idle(),
      paint: painter => {
        this.#paint(painter);
        if (strokes)
          painter.line(
            trail.flatMap(({ x, y }) => [x, y]),
            label === 1 ? POSITIVE : NEGATIVE,
          );
        else if (isDrag() && start.button === 0) painter.rubberBand(rectangleBetween(start.place, last.place));
        return true;
      },
    };
  }

  #moved(pointer: StagePointer): Outcome {
    this.#last = pointer;
    if (this.#work.held && !pointer.ctrl) this.#work.send();
    if (this.#work.isEmpty && this.#segmentation.mode === 'model' && this.#isOnPicture(pointer.place))
      this.#hover.ask(pointer.place);
    else this.#quiet();
    return 'stay';
  }

  #key({ key, ctrl, shift, alt }: StageKey): Outcome {
    if (alt) return undefined;
    const handled = (done: boolean): Outcome => (done ? 'stay' : undefined);
    if (ctrl) return key === 'z' && !shift ? handled(this.#work.takeBack()) : undefined;
    switch (key) {
      case 'enter':
      case 'n':
        return handled(this.#work.accept());
      case 'tab':
        return handled(this.#work.walk(shift ? -1 : 1));
      case 'arrowdown':
        return handled(this.#work.walk(1));
      case 'arrowup':
        return handled(this.#work.walk(-1));
      case 'backspace':
        return handled(this.#work.takeBack());
      default:
        return undefined;
    }
  }

  /** The preview belongs to the pointer; it goes when there is something better to see. */
  #quiet(): void {
    this.#hover.stop();
    this.#preview = undefined;
  }

  #paint(painter: OverlayPainter): boolean {
    const { shown, prompts, busy, held, problem } = this.#work;
    const color = this.#context.activeColor;
    if (shown !== undefined) painter.region(shown.region.parts, color);
    else if (this.#preview !== undefined)
      for (const { outer } of this.#preview) painter.line(outer, color, { closed: true, dashed: true });
    if (prompts.box !== undefined) painter.frame(cornersOf(prompts.box));
    for (const point of prompts.points)
      if (point.stroke !== true) painter.handle(point, point.label === 1 ? POSITIVE : NEGATIVE, 'round', 'hot');
    const candidate =
      shown === undefined
        ? ''
        : [
            ...(shown.count === 1 ? [] : [messages.magicTool.atOf(shown.at + 1, shown.count)]),
            ...(shown.score === undefined ? [] : [`${Math.round(shown.score * 100)} %`]),
            messages.shared.enterAccepts,
          ].join(' · ');
    const note = problem ?? (held ? messages.magicTool.letGoOfCtrlToSend : busy ? this.#waiting() : candidate);
    if (note !== '' && this.#last !== undefined) painter.labels.note(this.#last.screen, note);
    paintStatus(painter, this.#segmentation.status, ...this.#advice());
    return true;
  }

  #waiting(): string {
    return this.#segmentation.mode === 'preparing' || this.#segmentation.mode === 'asking'
      ? messages.shared.analysingImage
      : messages.magicTool.looking;
  }

  #advice(): readonly string[] {
    const { shown, isEmpty } = this.#work;
    const classical = this.#segmentation.mode === 'classical';
    if (isEmpty) return [classical ? messages.shared.dragABoxAroundTheObject : messages.magicTool.clickTheObjectOrDrag];
    if (shown === undefined) return [];
    return [
      classical ? messages.magicTool.dragOverIt : messages.magicTool.leftClickAddsRightClick,
      ...(shown.count > 1 ? [messages.magicTool.tabNextSuggestion] : []),
    ];
  }

  #onPicture(place: Place): Place {
    return clampToImage(place, this.#context.stage.camera.item);
  }

  #isOnPicture({ x, y }: Place): boolean {
    const { width, height } = this.#context.stage.camera.item;
    return x >= 0 && y >= 0 && x <= width && y <= height;
  }
}

const cornersOf = ({ minX, minY, maxX, maxY }: ReturnType<typeof rectangleBetween>): readonly Place[] => [
  { x: minX, y: minY },
  { x: maxX, y: minY },
  { x: maxX, y: maxY },
  { x: minX, y: maxY },
];
