import { expect, it } from 'vitest';
import { shortTabs } from './short-tabs.ts';

const tab = { full: 60, short: 24 };
const tabs = [tab, tab, tab, { full: 20, short: 24 }];

it('should show titles while there is room, and icons of the last tabs where there is less', () => {
  expect(shortTabs(tabs, 0, 200)).toEqual([false, false, false, false]);
  expect(shortTabs(tabs, 0, 199)).toEqual([false, false, true, false]);
  expect(shortTabs(tabs, 0, 130)).toEqual([false, true, true, false]);
});

it('should always show the title of the open tab', () => {
  expect(shortTabs(tabs, 2, 10)).toEqual([true, true, false, false]);
});
