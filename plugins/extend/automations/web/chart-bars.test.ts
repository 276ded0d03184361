import { expect, it } from 'vitest';
import { barsInside } from './chart-bars.ts';

it('should divide a day into hours, an hour into minutes and a minute into seconds', () => {
  const at = new Date(2026, 10, 3, 14, 5);
  const day = barsInside({ at: new Date(2026, 10, 3), bucket: 'day' });
  expect([day.bars.length, day.bars[14], day.end]).toEqual([24, new Date(2026, 10, 3, 14), new Date(2026, 10, 4)]);
  const hour = barsInside({ at: new Date(2026, 10, 3, 14), bucket: 'hour' });
  expect([hour.bars.length, hour.bars[5], hour.end]).toEqual([60, at, new Date(2026, 10, 3, 15)]);
  const minute = barsInside({ at, bucket: 'minute' });
  expect([minute.bars[59], minute.end]).toEqual([new Date(2026, 10, 3, 14, 5, 59), new Date(2026, 10, 3, 14, 6)]);
  expect(barsInside({ at, bucket: 'second' }).bars).toEqual([]);
});
