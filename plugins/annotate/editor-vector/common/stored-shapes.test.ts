import { describe, expect, it } from 'vitest';
import { storedShapes } from './stored-shapes.ts';

describe('the document as stored', () => {
  it('has boxes with sorted corners and unique connection ids, and all else as it came', () => {
    const template = {
      type: 'template',
      points: [],
      connections: [
        { id: 1, from: 1, to: 2 },
        { id: 1, from: 2, to: 1 },
      ],
    };
    expect(
      storedShapes({
        instances: [
          { type: 'bbox', points: { x1: 9, y1: 2, x2: 5, y2: 4, mine: 1 } },
          template,
          { type: 'point', x: -5, y: 1 },
        ],
      })['instances'],
    ).toEqual([
      { type: 'bbox', points: { x1: 5, y1: 2, x2: 9, y2: 4, mine: 1 } },
      {
        ...template,
        connections: [
          { id: 1, from: 1, to: 2 },
          { id: 2, from: 2, to: 1 },
        ],
      },
      { type: 'point', x: -5, y: 1 },
    ]);
  });
});
