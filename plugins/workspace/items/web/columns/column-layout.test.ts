import { describe, expect, it } from 'vitest';
import { arranged, readLayout, resized, standardLayout } from './column-layout.ts';

describe('the columns of a table', () => {
  it.each([undefined, 'x', {}, [], [{ id: 3 }], [null]])('should be the standard ones for %j', kept =>
    expect(readLayout(kept)).toEqual(standardLayout),
  );

  it('should be read as they were kept, each once, within the widths', () => {
    expect(
      readLayout([
        { id: 'size', width: 5 },
        { id: 'name', width: 9000 },
        { id: 'size', width: 70.4 },
      ]),
    ).toEqual([
      { id: 'size', width: 70 },
      { id: 'name', width: 800 },
    ]);
  });

  it('should always hold the name', () => {
    expect(readLayout([{ id: 'size', width: 80 }]).map(each => each.id)).toEqual(['name', 'size']);
  });

  it('should come in the order that is asked for, each as wide as it was, new ones as wide as they say', () => {
    const wide = resized(standardLayout, 'size', 200);
    expect(arranged(wide, ['priority', 'size', 'name'], () => 9000)).toEqual([
      { id: 'priority', width: 800 },
      { id: 'size', width: 200 },
      { id: 'name', width: 280 },
    ]);
  });

  it('should be made wider alone', () => {
    expect(resized(standardLayout, 'status', 200).find(each => each.id === 'status')).toEqual({
      id: 'status',
      width: 200,
    });
    expect(resized(standardLayout, 'status', 200).filter(each => each.id !== 'status')).toEqual(
      standardLayout.filter(each => each.id !== 'status'),
    );
  });
});
