import { expect, it } from 'vitest';
import { contentKindOf, mediaTypeOfFile } from './file-content.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const dicom = new Uint8Array(140);
dicom.set(bytes('DICM'), 128);

it.each([
  ['scan', dicom, 'application/dicom'],
  ['scan.png', dicom, 'application/dicom'],
  ['report.bin', bytes('%PDF-1.7 …'), 'application/pdf'],
  ['talk.m4a', bytes('\0\0\0 ftypM4A '), 'audio/mp4'],
  ['talk', bytes('\0\0\0 ftypisom'), 'video/mp4'],
  ['page.html', bytes('<?xml version="1.0"?><html>'), 'text/html'],
  ['drawing', bytes('<svg xmlns="…">'), 'image/svg+xml'],
  ['photo.jpg', bytes('no photo at all'), 'application/octet-stream'],
  ['table.csv', bytes('a,b'), 'text/csv'],
  ['unknown', bytes('MZ…'), 'application/octet-stream'],
])('should know what %s is', (name, head, type) => expect(mediaTypeOfFile(name, head)).toBe(type));

it('should go by the type, and by the name where that says nothing', () => {
  expect([
    contentKindOf('application/pdf', 'a'),
    contentKindOf(null, 'a.wav'),
    contentKindOf('application/octet-stream', 'a.csv'),
    contentKindOf('image/svg+xml', 'a.svg'),
    contentKindOf(null, 'a'),
  ]).toEqual(['pdf', 'audio', 'table', 'html', 'file']);
});
