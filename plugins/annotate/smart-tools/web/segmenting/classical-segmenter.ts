import type { Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { grow } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { AssistantContext, SuggestedRegion } from '#plugins/annotate/editor/web/kit/index.ts';
import type { Prompts } from '../../common/prompts.ts';
import { regionFromCells } from '../../common/region-from-cells.ts';
import type { VisionWorker } from '../vision/vision-worker.ts';
import type { Proposal, Segmenter } from './proposal.ts';
import { outlineTolerance } from './proposal.ts';

/** Longer side of the part that is cut, in pixels: more is slower and hardly better. */
const SIDE = 400;
/** Margin around the box that is also looked at, as a share of its longer side. */
const AROUND = 0.2;

/** Cuts objects out of boxes in the browser, without a model. */
export class ClassicalSegmenter implements Segmenter {
  #seen: { readonly key: string; readonly picture: Promise<ImageData> } | undefined;

  constructor(private readonly vision: VisionWorker) {}

  /** Needs a box; without one there is nothing to propose. */
  async propose(context: AssistantContext, { box, points }: Prompts): Promise<Proposal> {
    if (box === undefined) return { regions: [] };
    const area = surroundings(box, context);
    const key = [context.session.item.id, ...Object.values(area), ...Object.values(box)].join(' ');
    this.#seen = this.#seen?.key === key ? this.#seen : { key, picture: context.pixels(area, SIDE) };
    const picture = await this.#seen.picture;
    const [acrossScale, downScale] = [
      picture.width / (area.maxX - area.minX),
      picture.height / (area.maxY - area.minY),
    ];
    const left = Math.round((box.minX - area.minX) * acrossScale);
    const top = Math.round((box.minY - area.minY) * downScale);
    const mask = await this.vision.call('grabCut', {
      key,
      picture: { data: picture.data, width: picture.width, height: picture.height },
      box: {
        x: left,
        y: top,
        width: Math.max(1, Math.min(Math.round((box.maxX - box.minX) * acrossScale), picture.width - left - 1)),
        height: Math.max(1, Math.min(Math.round((box.maxY - box.minY) * downScale), picture.height - top - 1)),
      },
      points: points.flatMap(point => [
        (point.x - area.minX) * acrossScale,
        (point.y - area.minY) * downScale,
        point.label,
      ]),
    });
    const pointed = points.flatMap(point =>
      point.label === 1
        ? [
            Math.floor((point.y - area.minY) * downScale) * picture.width +
              Math.floor((point.x - area.minX) * acrossScale),
          ]
        : [],
    );
    const region = async (): Promise<SuggestedRegion> => ({
      ...regionFromCells(mask, picture, area, outlineTolerance(context), pointed),
      confidence: 0.5,
    });
    return { regions: mask.includes(1) ? [{ score: undefined, region }] : [] };
  }
}

/** The box and what is around it, in whole pixels on the picture. */
function surroundings(box: Rectangle, { stage }: AssistantContext): Rectangle {
  const { width, height } = stage.camera.item;
  const wide = grow(box, Math.max(8, AROUND * Math.max(box.maxX - box.minX, box.maxY - box.minY)));
  return {
    minX: Math.max(0, Math.floor(wide.minX)),
    minY: Math.max(0, Math.floor(wide.minY)),
    maxX: Math.min(width, Math.ceil(wide.maxX)),
    maxY: Math.min(height, Math.ceil(wide.maxY)),
  };
}
