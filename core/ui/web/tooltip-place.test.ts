import { expect, it } from 'vitest';
import { placeTooltip } from './tooltip-place.ts';

const window = { width: 1000, height: 600 };
const tooltip = { width: 100, height: 20 };
const thing = { left: 400, top: 300, width: 40, height: 40 };

it('should be in the middle of the requested side, five pixels away', () => {
  expect(placeTooltip(thing, tooltip, window, 'top')).toEqual({ left: 370, top: 275 });
  expect(placeTooltip(thing, tooltip, window, 'bottom')).toEqual({ left: 370, top: 345 });
  expect(placeTooltip(thing, tooltip, window, 'left')).toEqual({ left: 295, top: 310 });
  expect(placeTooltip(thing, tooltip, window, 'right')).toEqual({ left: 445, top: 310 });
});

it('should change to the other side where there is no room', () => {
  expect(placeTooltip({ ...thing, top: 10 }, tooltip, window, 'top').top).toBe(55);
  expect(placeTooltip({ ...thing, top: 555 }, tooltip, window, 'bottom').top).toBe(530);
  expect(placeTooltip({ ...thing, left: 20 }, tooltip, window, 'left').left).toBe(65);
  expect(placeTooltip({ ...thing, left: 940 }, tooltip, window, 'right').left).toBe(835);
});

it('should stay on the wished side when the other one has even less room', () => {
  expect(placeTooltip({ left: 400, top: 20, width: 40, height: 570 }, tooltip, window, 'top').top).toBe(5);
});

it('should never leave the window', () => {
  expect(placeTooltip({ ...thing, left: 0 }, tooltip, window, 'top').left).toBe(5);
  expect(placeTooltip({ ...thing, left: 990 }, tooltip, window, 'bottom').left).toBe(895);
  expect(placeTooltip(thing, { width: 2000, height: 20 }, window, 'top').left).toBe(5);
});
