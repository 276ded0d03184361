import { describe, expect, it } from 'vitest';
import { isDrawing, isShownMedia, nameOfAddress, outsideType } from './outside-type.ts';

const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const words = new TextEncoder().encode('<!doctype html><p>Hello');
const drawing = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"></svg>');

describe('a file of another host', () => {
  it('should be what its bytes say, whatever the host says', () => {
    expect([
      outsideType('https://x.test/a', png, 'text/html'),
      outsideType('https://x.test/a.png', words, 'image/png'),
      outsideType('https://x.test/a', words, 'image/png'),
      outsideType('https://x.test/a.html', words, 'audio/mpeg'),
    ]).toEqual(['image/png', 'application/octet-stream', 'application/octet-stream', 'text/html']);
  });

  it('should be a sound or a film where only the host or the name shows it', () => {
    expect([
      outsideType('https://x.test/stream?id=1', words, 'audio/mpeg; rate=1'),
      outsideType('https://x.test/a.mp3', words, undefined),
      outsideType('https://x.test/stream', words, 'audio/<script>'),
    ]).toEqual(['audio/mpeg', 'audio/mpeg', 'application/octet-stream']);
  });

  it('should be shown as a medium, a drawing never as a page', () => {
    expect(
      [
        'image/png',
        'video/mp4',
        'audio/mpeg',
        'application/pdf',
        'image/svg+xml',
        'text/html',
        'application/json',
        'text/plain',
        'application/octet-stream',
      ].map(isShownMedia),
    ).toEqual([true, true, true, true, true, false, false, false, false]);
    expect([isDrawing(outsideType('https://x.test/a.svg', drawing, undefined)), isDrawing('image/png')]).toEqual([
      true,
      false,
    ]);
  });

  it('should be called as its address ends', () =>
    expect(['https://x.test/a/b%20c.png?x=1', 'https://x.test/', 'https://x.test/%E0.png'].map(nameOfAddress)).toEqual([
      'b c.png',
      'file',
      '%E0.png',
    ]));
});
