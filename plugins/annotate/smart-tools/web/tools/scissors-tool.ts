import { clampToImage, distance } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { AssistantContext, AssistantTool } from '#plugins/annotate/editor/web/kit/index.ts';
import type { StagePointer, ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import { messages } from '../messages.ts';
import type { VisionWorker } from '../vision/vision-worker.ts';
import { paintStatus } from './paint-status.ts';
import { WireWork } from './wire-work.ts';

/** CSS pixels around the first anchor in which a click closes the line. */
const CLOSE_REACH = 10;

/** Scissors: a line that follows borders from click to click. */
export function scissorsTool(vision: VisionWorker): AssistantTool {
  return {
    id: 'scissors',
    title: messages.scissorsTool.intelligentScissors,
    icon: 'scissors',
    shortcut: 'Y',
    begin: context => () => cutting(context, vision),
  };
}

function cutting(context: AssistantContext, vision: VisionWorker): ToolState {
  const { stage } = context;
  const work = new WireWork(context, vision);
  let last = stage.input.last;
  const onPicture = (pointer: StagePointer): StagePointer['place'] => clampToImage(pointer.place, stage.camera.item);
  const atFirst = (pointer: StagePointer): boolean => {
    const [first] = work.anchors;
    return (
      first !== undefined &&
      work.anchors.length > 2 &&
      distance(stage.camera.toScreen(first.place), pointer.screen) < CLOSE_REACH
    );
  };
  return {
    name: 'scissors.idle',
    cursor: 'crosshair',
    move(pointer) {
      last = pointer;
      work.follow(onPicture(pointer), pointer.shift);
      return 'stay';
    },
    leave() {
      last = undefined;
      return 'stay';
    },
    down(pointer) {
      if (pointer.button === 2) return work.takeBack() ? 'stay' : undefined;
      if (pointer.button !== 0) return undefined;
      if (atFirst(pointer)) work.close();
      else work.fix(onPicture(pointer), pointer.shift);
      return 'stay';
    },
    doubleClick() {
      return work.close() ? 'stay' : undefined;
    },
    key({ key, ctrl, shift, alt }) {
      if (alt) return undefined;
      if (ctrl) return key === 'z' && !shift && work.takeBack() ? 'stay' : undefined;
      if (key === 'enter' || key === 'n') return work.close() ? 'stay' : undefined;
      return key === 'backspace' && work.takeBack() ? 'stay' : undefined;
    },
    cancel: () => (work.drop() ? 'stay' : undefined),
    complete() {
      work.drop();
      return undefined;
    },
    paint(painter) {
      const [first] = work.anchors;
      const fixed = work.anchors.flatMap(({ place, way }) => (way.length === 0 ? [place.x, place.y] : way));
      painter.line(fixed, context.activeColor);
      const from = work.anchors.at(-1)?.place;
      if (from !== undefined && work.live.length > 0)
        painter.line([from.x, from.y, ...work.live], context.activeColor, { dashed: true });
      for (const { place } of work.anchors)
        painter.handle(
          place,
          context.activeColor,
          'round',
          place === first?.place && last !== undefined && atFirst(last) ? 'hot' : 'normal',
        );
      if (work.anchors.length === 0)
        paintStatus(painter, work.busy ? messages.scissorsTool.preparing : messages.scissorsTool.clickOnABorderToBegin);
      else paintStatus(painter, messages.scissorsTool.clickAlongTheBorder, messages.scissorsTool.enterCloses);
      return true;
    },
  };
}
