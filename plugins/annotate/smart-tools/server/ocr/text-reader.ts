import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InferenceSession } from 'onnxruntime-node';
import type { TextLine } from '../../common/api.ts';
import type { ReadInput, ReadOutput, RgbPixels } from '../inference/inference-calls.ts';
import type { Runtime } from '../inference/open-session.ts';
import { openSession } from '../inference/open-session.ts';
import { textBoxes } from './text-boxes.ts';
import { placeInRegion, regionSize, warpRegion } from './warp-region.ts';

/** Height of a line as the recogniser wants it, in pixels. */
const LINE_HEIGHT = 48;
const LONGEST_LINE = 3200;
/** The detector sees pictures of at most so many pixels on the longer side, in steps of 32. */
const DETECTED_SIDE = 1280;
/** Lines of one picture. */
const MOST_LINES = 500;
/** A region so much wider than high is one line; others are searched for lines. */
const LINE_RATIO = 5;
/** Less sure lines of a whole picture are no text. */
const LEAST_CONFIDENCE = 0.5;

const MEAN = [0.485, 0.456, 0.406];
const DEVIATION = [0.229, 0.224, 0.225];

interface Opened {
  readonly runtime: Runtime;
  readonly detect: InferenceSession;
  readonly recognise: InferenceSession;
  /** By the number the recogniser gives; 0 is no character. */
  readonly characters: readonly string[];
}

/** Reads text with PP-OCRv4: finds lines, and reads each. */
export class TextReader {
  #open: Promise<Opened> | undefined;

  constructor(
    private readonly modelsFolder: string,
    private readonly threads: number,
  ) {}

  async read({ pixels, region }: ReadInput): Promise<ReadOutput> {
    const began = performance.now();
    const models = await (this.#open ??= this.#load()).catch((error: unknown) => {
      this.#open = undefined;
      throw error;
    });
    const lines = region === undefined ? await this.#page(models, pixels) : await this.#region(models, pixels, region);
    return { lines, ms: performance.now() - began };
  }

  async #load(): Promise<Opened> {
    const { runtime, session: detect } = await openSession(this.modelsFolder, 'pp-ocr-v4', 'detect.onnx', this.threads);
    const { session: recognise } = await openSession(this.modelsFolder, 'pp-ocr-v4', 'recognise.onnx', this.threads);
    const list = await readFile(join(this.modelsFolder, 'pp-ocr-v4', 'characters.txt'), 'utf8');
    return {
      runtime,
      detect,
      recognise,
      characters: ['', ...list.replace(/\r/g, '').replace(/\n$/, '').split('\n'), ' '],
    };
  }

  async #page(models: Opened, pixels: RgbPixels): Promise<readonly TextLine[]> {
    const lines: TextLine[] = [];
    for (const points of (await this.#boxes(models, pixels)).slice(0, MOST_LINES)) {
      const line = await this.#line(models, pixels, points);
      if (line.text !== '' && line.confidence >= LEAST_CONFIDENCE) lines.push({ ...line, points: [...points] });
    }
    return lines;
  }

  /**
   * A person says that text is here: a long region is one line, another is searched, and read as one line when nothing
   * is found.
   */
  async #region(models: Opened, pixels: RgbPixels, region: readonly number[]): Promise<readonly TextLine[]> {
    const { width, height } = regionSize(region);
    const whole = async (): Promise<TextLine> => ({
      ...(await this.#line(models, pixels, region)),
      points: [...region],
    });
    if (width >= height * LINE_RATIO) return [await whole()].filter(line => line.text !== '');
    const upright = warpRegion(pixels, region, Math.max(1, Math.round(width)), Math.max(1, Math.round(height)));
    const found = await this.#page(models, upright);
    if (found.length === 0) return [await whole()].filter(line => line.text !== '');
    return found.map(line => ({
      ...line,
      points: line.points.flatMap((value, at, list) =>
        at % 2 === 0 ? placeInRegion(region, value / upright.width, list[at + 1]! / upright.height) : [],
      ),
    }));
  }

  async #boxes({ runtime, detect }: Opened, pixels: RgbPixels): Promise<readonly (readonly number[])[]> {
    const scale = Math.min(1, DETECTED_SIDE / Math.max(pixels.width, pixels.height));
    const side = (length: number): number => Math.max(32, Math.round((length * scale) / 32) * 32);
    const [width, height] = [side(pixels.width), side(pixels.height)];
    const small = warpRegion(
      pixels,
      [0, 0, pixels.width, 0, pixels.width, pixels.height, 0, pixels.height],
      width,
      height,
    );
    const answer = await detect.run({
      [detect.inputNames[0]!]: new runtime.Tensor(
        'float32',
        bluePlanes(small, (value, channel) => (value / 255 - MEAN[channel]!) / DEVIATION[channel]!),
        [1, 3, height, width],
      ),
    });
    const map = answer[detect.outputNames[0]!]!.data as Float32Array;
    return textBoxes(map, width, height).map(box =>
      box.map((value, at) =>
        at % 2 === 0
          ? Math.min(Math.max((value * pixels.width) / width, 0), pixels.width)
          : Math.min(Math.max((value * pixels.height) / height, 0), pixels.height),
      ),
    );
  }

  async #line(
    { runtime, recognise, characters }: Opened,
    pixels: RgbPixels,
    corners: readonly number[],
  ): Promise<{ readonly text: string; readonly confidence: number }> {
    const { width, height } = regionSize(corners);
    const length = Math.min(Math.max(Math.ceil((LINE_HEIGHT * width) / Math.max(height, 1) / 8) * 8, 16), LONGEST_LINE);
    const line = warpRegion(pixels, corners, length, LINE_HEIGHT);
    const answer = await recognise.run({
      [recognise.inputNames[0]!]: new runtime.Tensor(
        'float32',
        bluePlanes(line, value => (value / 255 - 0.5) / 0.5),
        [1, 3, LINE_HEIGHT, length],
      ),
    });
    return decodeLine(answer[recognise.outputNames[0]!]!.data as Float32Array, characters);
  }
}

/** Planes in the order blue, green, red, as the models were trained. */
function bluePlanes(
  { width, height, data }: RgbPixels,
  normal: (value: number, channel: number) => number,
): Float32Array {
  const area = width * height;
  const planes = new Float32Array(area * 3);
  for (let channel = 0; channel < 3; channel++)
    for (let at = 0; at < area; at++) planes[channel * area + at] = normal(data[at * 3 + 2 - channel]!, channel);
  return planes;
}

/**
 * Text of a row of probabilities over all characters, step by step: the likeliest of each step, repeats and blanks (0)
 * left out (CTC). `confidence` is the mean of those that were taken.
 */
export function decodeLine(
  steps: Float32Array,
  characters: readonly string[],
): { readonly text: string; readonly confidence: number } {
  const size = characters.length;
  let text = '';
  let [sum, count, before] = [0, 0, 0];
  for (let start = 0; start + size <= steps.length; start += size) {
    let best = 0;
    for (let at = 1; at < size; at++) if (steps[start + at]! > steps[start + best]!) best = at;
    if (best !== 0 && best !== before) {
      text += characters[best]!;
      sum += steps[start + best]!;
      count += 1;
    }
    before = best;
  }
  return { text: text.trim(), confidence: count === 0 ? 0 : sum / count };
}
