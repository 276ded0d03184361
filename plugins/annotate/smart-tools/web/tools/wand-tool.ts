import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { AssistantContext, AssistantTool, SuggestedRegion } from '#plugins/annotate/editor/web/kit/index.ts';
import type { OverlayPainter, StagePointer, ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import { regionFromCells } from '../../common/region-from-cells.ts';
import { messages } from '../messages.ts';
import { outlineTolerance } from '../segmenting/proposal.ts';
import type { VisionWorker } from '../vision/vision-worker.ts';
import { LatestCall } from './latest-call.ts';
import { paintStatus } from './paint-status.ts';
import { ViewPicture } from './view-picture.ts';

const FIRST_TOLERANCE = 24;
const MOST_TOLERANCE = 160;

/** Magic wand: what hangs together and looks alike; a drag changes how alike it must be. */
export function wandTool(vision: VisionWorker): AssistantTool {
  return {
    id: 'color-wand',
    title: messages.wandTool.magicWand,
    icon: 'colorWand',
    shortcut: 'Shift+W',
    begin: context => () => new WandStates(context, vision).idle(),
  };
}

class WandStates {
  readonly #context: AssistantContext;
  readonly #spread: LatestCall<{ readonly place: Place; readonly picture: Promise<ViewPicture | undefined> }>;
  #picture: ViewPicture | undefined;
  /** Mask before the present click, when that one adds to it. */
  #before: Uint8Array | undefined;
  #cells: Uint8Array | undefined;
  #region: SuggestedRegion | undefined;
  #tolerance = FIRST_TOLERANCE;

  constructor(context: AssistantContext, vision: VisionWorker) {
    this.#context = context;
    this.#spread = new LatestCall(async ({ place, picture: reading }, signal) => {
      const picture = await reading;
      if (picture === undefined || signal.aborted) return;
      this.#picture = picture;
      const { data, width, height } = picture.image;
      const found = await vision.call('wand', {
        picture: { data, width, height },
        ...picture.toPixel(place),
        tolerance: this.#tolerance,
      });
      if (signal.aborted) return;
      const before = this.#before;
      this.#cells = before === undefined ? found : found.map((cell, at) => cell | before[at]!);
      this.#region = {
        ...regionFromCells(this.#cells, picture.image, picture.area, outlineTolerance(context)),
        confidence: 0.5,
      };
      context.stage.requestOverlay();
    });
  }

  idle(): ToolState {
    return {
      name: 'wand.idle',
      cursor: 'crosshair',
      down: pointer => (pointer.button === 0 ? this.#spreading(pointer) : undefined),
      key: ({ key, ctrl, alt }) => {
        if (ctrl || alt) return undefined;
        if (key === 'enter' || key === 'n') return this.#accept() ? 'stay' : undefined;
        return key === 'backspace' && this.#drop() ? 'stay' : undefined;
      },
      cancel: () => (this.#drop() ? 'stay' : undefined),
      complete: () => {
        this.#drop();
        return undefined;
      },
      paint: painter => this.#paint(painter),
    };
  }

  /** While the button is down, to the right is more and to the left less. */
  #spreading(start: StagePointer): ToolState {
    const adds = start.shift && this.#cells !== undefined && this.#picture?.holds(start.place) === true;
    const first = this.#tolerance;
    this.#before = adds ? this.#cells : undefined;
    const picture = adds ? Promise.resolve(this.#picture) : ViewPicture.read(this.#context);
    const ask = (): void => this.#spread.ask({ place: start.place, picture });
    ask();
    return {
      name: 'wand.spreading',
      cursor: 'ew-resize',
      move: pointer => {
        this.#tolerance = Math.round(
          Math.min(Math.max(first + (pointer.screen.x - start.screen.x) / 3, 0), MOST_TOLERANCE),
        );
        ask();
        return 'stay';
      },
      up: () => this.idle(),
      cancel: () => {
        this.#tolerance = first;
        this.#drop();
        return this.idle();
      },
      paint: painter => {
        this.#paint(painter);
        painter.labels.note(start.screen, messages.wandTool.tolerance(this.#tolerance));
        return true;
      },
    };
  }

  #accept(): boolean {
    const region = this.#region;
    if (region === undefined || region.parts.length === 0) return false;
    this.#drop();
    this.#context.accept(region);
    return true;
  }

  #drop(): boolean {
    const had = this.#region !== undefined;
    this.#spread.stop();
    this.#cells = this.#before = this.#region = this.#picture = undefined;
    this.#context.stage.requestOverlay();
    return had;
  }

  #paint(painter: OverlayPainter): boolean {
    if (this.#region !== undefined) painter.region(this.#region.parts, this.#context.activeColor);
    if (this.#region === undefined)
      paintStatus(painter, messages.wandTool.clickAColour, messages.wandTool.dragForMoreOrLess);
    else paintStatus(painter, messages.shared.enterAccepts, messages.wandTool.shiftClickAdds);
    return true;
  }
}
