import type { PixelRegion } from '#plugins/annotate/annotations/common/raster/index.ts';
import { emptyRegion } from '#plugins/annotate/annotations/common/raster/index.ts';
import type { PixelContext } from '../pixel-context.ts';
import type { SuperpixelReply, SuperpixelRequest } from './superpixel-messages.ts';

/** Item pixels along one side of what is cut at a time. */
const blockSize = 768;

interface Block {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Undefined while it is being cut. */
  cells: Int32Array | undefined;
}

/** Superpixels of the picture around where the pointer has been, cut in a worker when they are first needed. */
export class SuperpixelBlocks {
  readonly #context: PixelContext;
  readonly #ready: () => void;
  readonly #blocks = new Map<string, Block>();
  readonly #waiting = new Map<number, (cells: Int32Array) => void>();
  #worker: Worker | undefined;
  #requests = 0;
  #side = 0;

  /** `ready` is called when superpixels have come. */
  constructor(context: PixelContext, ready: () => void) {
    this.#context = context;
    this.#ready = ready;
  }

  /** The superpixel under a place; undefined beyond the picture, and while it is being cut. */
  at(x: number, y: number): { readonly id: string; readonly region: () => PixelRegion } | undefined {
    const { width, height } = this.#context.size;
    if (x < 0 || y < 0 || x >= width || y >= height) return undefined;
    const { cell: side } = this.#context.options.settings;
    if (side !== this.#side) this.#blocks.clear();
    this.#side = side;
    const name = `${Math.floor(x / blockSize)},${Math.floor(y / blockSize)}`;
    const block =
      this.#blocks.get(name) ??
      this.#begin(name, Math.floor(x / blockSize) * blockSize, Math.floor(y / blockSize) * blockSize);
    const { cells } = block;
    if (cells === undefined) return undefined;
    const cell = cells[(Math.floor(y) - block.y) * block.width + Math.floor(x) - block.x]!;
    return { id: `${name} ${cell}`, region: () => cellRegion(block, cells, cell) };
  }

  dispose(): void {
    this.#worker?.terminate();
    this.#waiting.clear();
  }

  #begin(name: string, x: number, y: number): Block {
    const { width, height } = this.#context.size;
    const block: Block = {
      x,
      y,
      width: Math.min(blockSize, width - x),
      height: Math.min(blockSize, height - y),
      cells: undefined,
    };
    this.#blocks.set(name, block);
    this.#cut(block).then(this.#ready, (error: unknown) => {
      this.#blocks.delete(name);
      this.#context.session.notify(error instanceof Error ? error.message : String(error), 'error');
    });
    return block;
  }

  async #cut(block: Block): Promise<void> {
    const { x, y, width, height } = block;
    const side = this.#side;
    const { data } = await this.#context.stage.pixels(
      { minX: x, minY: y, maxX: x + width, maxY: y + height },
      blockSize,
    );
    const worker = (this.#worker ??= this.#start());
    const request = (this.#requests += 1);
    block.cells = await new Promise<Int32Array>(resolve => {
      this.#waiting.set(request, resolve);
      worker.postMessage({ request, picture: data, width, height, side } satisfies SuperpixelRequest);
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL('./superpixel-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<SuperpixelReply>) => {
      this.#waiting.get(data.request)?.(data.cells);
      this.#waiting.delete(data.request);
    };
    return worker;
  }
}

function cellRegion({ x: left, y: top, width, height }: Block, cells: Int32Array, cell: number): PixelRegion {
  let [minX, minY, maxX, maxY] = [width, height, 0, 0];
  for (let at = 0; at < cells.length; at += 1) {
    if (cells[at] !== cell) continue;
    minX = Math.min(minX, at % width);
    maxX = Math.max(maxX, (at % width) + 1);
    minY = Math.min(minY, Math.floor(at / width));
    maxY = Math.floor(at / width) + 1;
  }
  const region = emptyRegion({ minX: left + minX, minY: top + minY, maxX: left + maxX, maxY: top + maxY });
  for (let y = 0; y < region.height; y += 1) {
    for (let x = 0; x < region.width; x += 1)
      if (cells[(minY + y) * width + minX + x] === cell) region.data[y * region.width + x] = 1;
  }
  return region;
}
