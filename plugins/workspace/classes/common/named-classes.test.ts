import { expect, it } from 'vitest';
import { ClassType } from './annotation-class.ts';
import { namedClasses } from './named-classes.ts';

it('should read one class a line, each in a colour of its own, and a repeated name once', () => {
  const classes = namedClasses(' Car \n\nTraffic light\ncar\r\n', ClassType.Tag);
  expect(classes.map(({ name, type }) => [name, type])).toEqual([
    ['Car', ClassType.Tag],
    ['Traffic light', ClassType.Tag],
  ]);
  expect(new Set(classes.map(each => each.color)).size).toBe(2);
});
