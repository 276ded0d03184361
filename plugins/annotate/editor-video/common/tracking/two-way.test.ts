import { describe, expect, it } from 'vitest';
import { startCorrelation } from './correlation-tracker.ts';
import { startFlow } from './flow-tracker.ts';
import type { StartTracker, TrackedBox } from './box-tracker.ts';
import type { GreyImage, TrackBox } from './grey-image.ts';
import { overlapOf } from './grey-image.ts';
import { CHECK_BELOW, trackBetween, trackUntilLost } from './two-way.ts';

const [width, height] = [240, 160];

/** A value without order for a place, the same on every run. */
const noise = (x: number, y: number): number => {
  const mixed = Math.imul(Math.imul(Math.floor(x), 374_761_393) ^ Math.imul(Math.floor(y), 668_265_263), 1_274_126_177);
  return ((mixed ^ (mixed >>> 13)) >>> 0) % 256;
};

interface Scene {
  readonly images: readonly GreyImage[];
  readonly boxes: readonly TrackBox[];
}

/** A textured object that moves over a textured ground and grows; `post` covers the middle of the picture. */
function sceneOf(frames: number, { growth = 0, post = false } = {}): Scene {
  const boxes = Array.from({ length: frames }, (_, at): TrackBox => {
    const side = 36 * (1 + (growth * at) / frames);
    return { x: 20 + (150 * at) / frames, y: 50 + 12 * Math.sin(at / 9), width: side, height: side * 0.8 };
  });
  const images = boxes.map((box): GreyImage => {
    const data = new Uint8Array(width * height);
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        const [u, v] = [(x - box.x) / box.width, (y - box.y) / box.height];
        const isObject = u >= 0 && u < 1 && v >= 0 && v < 1;
        const value = isObject ? noise(u * 9, v * 7 + 100) * 0.8 + 40 : 90 + noise(x / 6, y / 6) * 0.25;
        data[y * width + x] = post && x >= 108 && x < 118 ? 30 : value;
      }
    return { width, height, data };
  });
  return { images, boxes };
}

const meanOverlap = (path: readonly TrackedBox[], boxes: readonly TrackBox[]): number =>
  path.reduce((sum, { box }, at) => sum + overlapOf(box, boxes[at]!), 0) / path.length;

function followed({ images, boxes }: Scene, start: StartTracker): readonly TrackedBox[] {
  const tracker = start(images[0]!, boxes[0]!);
  return images.map((image, at) => (at === 0 ? { box: boxes[0]!, confidence: 1 } : tracker.step(image)));
}

describe('trackers', () => {
  it.each([
    ['correlation', startCorrelation, 0.7],
    ['flow', startFlow, 0.7],
  ] as const)('should follow a moving, growing object by %s', (_, start, least) => {
    const scene = sceneOf(60, { growth: 0.3 });
    expect(meanOverlap(followed(scene, start), scene.boxes)).toBeGreaterThan(least);
  });

  it('should follow an object between two known boxes better than a straight line', async () => {
    const scene = sceneOf(60, { growth: 0.2 });
    const path = await trackBetween(scene.images, scene.boxes[0]!, scene.boxes.at(-1)!);
    expect(meanOverlap(path, scene.boxes)).toBeGreaterThan(0.85);
    expect(path[0]!.box).toEqual(scene.boxes[0]);
    expect(path.at(-1)!.box).toEqual(scene.boxes.at(-1));
    expect(Math.min(...path.map(({ confidence }) => confidence))).toBeGreaterThan(CHECK_BELOW);
  });

  it('should pass a narrow post between two known boxes', async () => {
    const scene = sceneOf(50, { post: true });
    const path = await trackBetween(scene.images, scene.boxes[0]!, scene.boxes.at(-1)!);
    expect(meanOverlap(path, scene.boxes)).toBeGreaterThan(0.75);
  });

  it('should be unsure where the object is another one on the way back', async () => {
    const scene = sceneOf(40);
    const blank = { width, height, data: new Uint8Array(width * height).fill(100) };
    const images = scene.images.map((image, at) => (at > 8 && at < 32 ? blank : image));
    const path = await trackBetween(images, scene.boxes[0]!, scene.boxes.at(-1)!);
    expect(Math.min(...path.slice(10, 30).map(({ confidence }) => confidence))).toBeLessThan(CHECK_BELOW);
  });

  it('should go on from where its path is corrected', async () => {
    const scene = sceneOf(60, { growth: 1 });
    const follow = (everyTenth: boolean): Promise<readonly TrackedBox[]> =>
      trackUntilLost(
        (async function* () {
          yield* scene.images;
        })(),
        scene.boxes[0]!,
        undefined,
        async at => (everyTenth && at % 10 === 0 ? { box: scene.boxes[at]!, confidence: 1 } : undefined),
      );
    const [alone, corrected] = [await follow(false), await follow(true)];
    expect(corrected).toHaveLength(60);
    expect(corrected[30]).toEqual({ box: scene.boxes[30], confidence: 1 });
    expect(meanOverlap(corrected, scene.boxes)).toBeGreaterThan(meanOverlap(alone, scene.boxes) + 0.05);
  });

  it('should end when a step throws', async () => {
    const scene = sceneOf(10);
    let steps = 0;
    const ended = trackBetween(scene.images, scene.boxes[0]!, scene.boxes.at(-1)!, () => {
      steps += 1;
      if (steps === 4) throw new DOMException('canceled', 'AbortError');
    });
    await expect(ended).rejects.toThrow('canceled');
    expect(steps).toBe(4);
  });
});
