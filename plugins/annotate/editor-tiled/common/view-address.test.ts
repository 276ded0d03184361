import { describe, expect, it } from 'vitest';
import { readPlace, readView, viewText } from './view-address.ts';

describe('a view in the address', () => {
  it('should come back as it was', () => {
    const view = { centre: { x: 12_000, y: 8000.5 }, zoom: 0.25 };
    expect(viewText(view)).toBe('12000,8000.5,0.25');
    expect(readView(viewText(view))).toEqual(view);
  });

  it('should be ignored when it is malformed', () => {
    for (const text of [null, '', '1,2', '1,2,', 'a,b,c', '1,2,0', '1,2,-1', '1,2,3,4'])
      expect(readView(text)).toBeUndefined();
  });
});

describe('a place that a person writes', () => {
  it('should be two numbers, with a zoom or without', () => {
    expect(readPlace('12000, 8000')).toEqual({ place: { x: 12_000, y: 8000 } });
    expect(readPlace(' 12.5 8 ')).toEqual({ place: { x: 12.5, y: 8 } });
    expect(readPlace('-1;2 @ 50 %')).toEqual({ place: { x: -1, y: 2 }, zoom: 0.5 });
  });

  it('should be refused otherwise', () => {
    for (const text of ['', '12', '12,', 'x 3', '1 2 3']) expect(readPlace(text)).toBeUndefined();
  });
});
