import { describe, expect, it } from 'vitest';
import { FrameDecoder } from './frame-decoder.ts';

/** A file of `count` frames whose pictures are their numbers; `broken` frames cannot be decoded. */
function decoderOf(
  count: number,
  {
    broken = [],
    budget = 40,
    copying = () => Promise.resolve(),
  }: { readonly broken?: readonly number[]; readonly budget?: number; readonly copying?: () => Promise<void> } = {},
) {
  const runs: number[] = [];
  const sent: number[] = [];
  const missing: number[] = [];
  const open = new Set<object>();
  let decoded = 0;
  const decoder = new FrameDecoder<{ readonly frame: number }>({
    budget,
    run: async function* (from) {
      runs.push(from);
      for (let frame = from; frame < count; frame += 1) {
        await Promise.resolve();
        if (broken.includes(frame)) continue;
        decoded += 1;
        const picture = { frame };
        open.add(picture);
        yield { frame, picture, bytes: 1 };
      }
    },
    copy: async ({ frame }) => {
      await copying();
      return { frame };
    },
    release: picture => void open.delete(picture),
    send: (frame, picture) => {
      expect(picture.frame).toBe(frame);
      sent.push(frame);
    },
    missing: frame => void missing.push(frame),
  });
  return { decoder, runs, sent, missing, open, decoded: () => decoded };
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 2000; turn += 1) await Promise.resolve();
};

describe('decoding of frames', () => {
  it('should send the frames that are wanted in one run', async () => {
    const { decoder, runs, sent } = decoderOf(100);
    decoder.want([5, 6, 7], [8, 9]);
    await settled();
    expect([runs, sent]).toEqual([[5], [5, 6, 7]]);
    decoder.want([9], []);
    await settled();
    expect([runs, sent]).toEqual([[5], [5, 6, 7, 9]]);
  });

  it('should begin a new run for a frame that is far away', async () => {
    const { decoder, runs, sent } = decoderOf(1000);
    decoder.want([5], []);
    await settled();
    decoder.want([700], []);
    await settled();
    expect([runs, sent]).toEqual([
      [5, 700],
      [5, 700],
    ]);
  });

  it('should have the next steps ready when a person walks backwards', async () => {
    const { decoder, runs, sent } = decoderOf(200);
    for (const frame of [60, 59, 58, 57, 50]) {
      decoder.want([frame], []);
      await settled();
    }
    expect([runs, sent]).toEqual([
      [60, 35],
      [60, 59, 58, 57, 50],
    ]);
  });

  it('should leave frames out that are no longer wanted', async () => {
    const { decoder, sent } = decoderOf(1000);
    decoder.want([3], []);
    decoder.want([500], []);
    await settled();
    expect(sent.at(-1)).toBe(500);
  });

  it('should send a frame that is wanted again after others were wanted while it was copied', async () => {
    const gates: (() => void)[] = [];
    const { decoder, sent } = decoderOf(1000, { copying: () => new Promise(resolve => gates.push(resolve)) });
    const copied = async (): Promise<void> => {
      await settled();
      gates.shift()!();
      await settled();
    };
    decoder.want([5, 6], []);
    await settled();
    decoder.want([50], []);
    await copied();
    expect(sent).toEqual([]);
    decoder.want([5, 6], []);
    await copied();
    await copied();
    await copied();
    expect([sent, gates]).toEqual([[5, 6], []]);
  });

  it('should say which frames cannot be decoded and go on', async () => {
    const { decoder, sent, missing } = decoderOf(20, { broken: [4, 19] });
    decoder.want([3, 4, 5], []);
    await settled();
    decoder.want([19], []);
    await settled();
    expect([sent, missing]).toEqual([
      [3, 5],
      [4, 19],
    ]);
  });

  it('should keep no more pictures than the budget allows, and none after it was closed', async () => {
    const { decoder, open, decoded } = decoderOf(300, { budget: 10 });
    decoder.want(
      [0],
      Array.from({ length: 60 }, (_, at) => at),
    );
    await settled();
    expect(decoded()).toBe(60);
    decoder.want([120], []);
    await settled();
    expect(open.size).toBeLessThanOrEqual(10);
    await decoder.close();
    expect(open.size).toBe(0);
  });
});
