import { expect, it } from 'vitest';
import { PictureTimes } from './picture-times.ts';

it('should read times to the tick, whatever seconds the log rounds them to', async () => {
  const times = new PictureTimes();
  for (const line of [
    'Stream #0:0: Video: h264, 640x360',
    '[Parsed_showinfo_1 @ 0x55] config in time_base: 1/90000, frame_rate: 60/1',
    '[Parsed_showinfo_1 @ 0x55] n:   0 pts: 1080001500 pts_time:12000 duration:   1500 fmt:yuv420p',
    '[Parsed_showinfo_1 @ 0x55] color_range:tv color_space:unknown',
    '[Parsed_showinfo_1 @ 0x55] n:   1 pts: 1080003000 pts_time:12000 duration:   1500 fmt:yuv420p',
    '[Parsed_showinfo_1 @ 0x55] config out time_base: 0/0, frame_rate: 0/0',
  ])
    times.read(line);
  times.end();
  expect(await Promise.all([times.at(0), times.at(1), times.at(2)])).toEqual([
    expect.closeTo(12_000_016_666.67, 1),
    expect.closeTo(12_000_033_333.33, 1),
    undefined,
  ]);
});

it('should wait for the time of a picture that arrives before its line of the log', async () => {
  const times = new PictureTimes();
  const [first, second] = [times.at(0), times.at(1)];
  times.read('[Parsed_showinfo_1 @ 0x55] config in time_base: 1/1000, frame_rate: 25/1');
  times.read('[Parsed_showinfo_1 @ 0x55] n:   0 pts:     40 pts_time:0.04 duration:     40 fmt:yuv420p');
  expect(await first).toBe(40_000);
  times.end();
  expect(await second).toBeUndefined();
});
