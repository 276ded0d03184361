import type { Place, Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { intersect, isEmptyRectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { AssistantContext } from '#plugins/annotate/editor/web/kit/index.ts';

/** Longer side of the part that the classical tools look at, in pixels. */
const SIDE = 960;

/** The part of the picture that is in view, as the classical tools see it. */
export class ViewPicture {
  private constructor(
    readonly area: Rectangle,
    readonly image: ImageData,
  ) {}

  /** Undefined when nothing of the picture is in view. */
  static async read(context: AssistantContext): Promise<ViewPicture | undefined> {
    const { camera } = context.stage;
    const { width, height } = camera.item;
    const seen = intersect(camera.visible, { minX: 0, minY: 0, maxX: width, maxY: height });
    if (isEmptyRectangle(seen)) return undefined;
    const area = {
      minX: Math.floor(seen.minX),
      minY: Math.floor(seen.minY),
      maxX: Math.min(width, Math.ceil(seen.maxX)),
      maxY: Math.min(height, Math.ceil(seen.maxY)),
    };
    return area.maxX > area.minX && area.maxY > area.minY
      ? new ViewPicture(area, await context.pixels(area, SIDE))
      : undefined;
  }

  /** An item place as a pixel of the picture, the nearest one. */
  toPixel({ x, y }: Place): Place {
    const { minX, minY, maxX, maxY } = this.area;
    const { width, height } = this.image;
    const clamp = (value: number, extent: number): number => Math.min(Math.max(Math.floor(value), 0), extent - 1);
    return {
      x: clamp(((x - minX) * width) / (maxX - minX), width),
      y: clamp(((y - minY) * height) / (maxY - minY), height),
    };
  }

  /** The middles of pixels (x, y, …) as item places. */
  toItem(pixels: readonly number[]): readonly number[] {
    const { minX, minY, maxX, maxY } = this.area;
    const { width, height } = this.image;
    return pixels.map((value, at) =>
      at % 2 === 0 ? minX + ((value + 0.5) * (maxX - minX)) / width : minY + ((value + 0.5) * (maxY - minY)) / height,
    );
  }

  holds({ x, y }: Place): boolean {
    return x >= this.area.minX && y >= this.area.minY && x <= this.area.maxX && y <= this.area.maxY;
  }
}
