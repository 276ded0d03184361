import { describe, expect, it } from 'vitest';
import { currentDocument } from './legacy-document.ts';

describe('the list form of old documents', () => {
  it('becomes a document', () => {
    const list = [
      { type: 'meta', name: 'imageAttributes', height: 480, width: 640, status: 'InProgress', pinned: true },
      { type: 'meta', name: 'lastAction', userId: 'a@b.c', timestamp: 1_600_000_000 },
      { type: 'tag', name: 'daylight' },
      { type: 'tag', className: 'Weather' },
      { type: 'comment', x: 1, y: 2, resolved: false, comments: [{ id: 'q@b.c', text: 'hi' }] },
      { type: 'bbox', className: 'Car', points: { x1: 1, y1: 2, x2: 3, y2: 4 } },
    ];
    expect(currentDocument(list, 'a.jpg')).toEqual({
      metadata: {
        name: 'a.jpg',
        height: 480,
        width: 640,
        status: 'InProgress',
        pinned: true,
        lastAction: { email: 'a@b.c', timestamp: 1_600_000_000_000 },
      },
      instances: [
        { type: 'tag', className: 'Weather' },
        { type: 'bbox', className: 'Car', points: { x1: 1, y1: 2, x2: 3, y2: 4 } },
      ],
      tags: ['daylight'],
      comments: [{ x: 1, y: 2, resolved: false, correspondence: [{ email: 'q@b.c', text: 'hi' }] }],
    });
  });
});

describe('a current document', () => {
  it('comes back as it is', () => {
    const document = { metadata: { name: 'a', lastAction: { email: 'a@b.c', timestamp: 1_741_079_920_920 } } };
    expect(currentDocument(document, 'x')).toBe(document);
    expect(currentDocument('no document', 'x')).toBe('no document');
  });

  it('has its time of last action in milliseconds', () => {
    expect(
      currentDocument({ metadata: { name: 'a', lastAction: { email: 'a@b.c', timestamp: 1_741_079_920 } } }, 'x'),
    ).toEqual({ metadata: { name: 'a', lastAction: { email: 'a@b.c', timestamp: 1_741_079_920_000 } } });
  });
});
