import { describe, expect, it } from 'vitest';
import { fileReference, namedFiles, readFileReference, uploadProblem, uploadRules } from './upload-rules.ts';

const of = (more: object): ReturnType<typeof uploadRules> => uploadRules({ id: 'file', type: 'upload', ...more });
const png = { name: 'a.png', mime: 'image/png', size: 1000 };

describe('what an upload component takes', () => {
  it('should read its types, size and number', () => {
    expect(of({ types: 'PDF, image/*  .Docx', maxSize: 2, multiple: true })).toEqual({
      types: ['.pdf', 'image/*', '.docx'],
      maxBytes: 2_097_152,
      multiple: true,
    });
    expect(of({})).toEqual({ types: [], maxBytes: 100 * 1_048_576, multiple: false });
    expect(of({ maxSize: 9999 }).maxBytes).toBe(500 * 1_048_576);
  });

  it('should say why a file is not taken', () => {
    expect(uploadProblem(of({ types: 'image/*' }), png)).toBeUndefined();
    expect(uploadProblem(of({ types: '.png' }), png)).toBeUndefined();
    expect(uploadProblem(of({ types: 'image/jpeg, .pdf' }), png)).toBe('a.png is not one of image/jpeg, .pdf.');
    expect(uploadProblem(of({ maxSize: 0.5 }), { ...png, size: 600_000 })).toBe('a.png is larger than 512 KB.');
    expect(uploadProblem(of({}), { ...png, size: 0 })).toBe('a.png is empty.');
  });

  it('should find the file of a reference', () => {
    const id = 'a'.repeat(32);
    expect(readFileReference(fileReference(id, 'Größe 1/2.pdf'))).toEqual({ id, name: 'Größe 1/2.pdf' });
    expect([
      namedFiles(fileReference(id, 'a b.png')),
      namedFiles([fileReference(id, 'a.png'), 'https://x.test/b']),
      namedFiles(['x']),
      namedFiles(3),
    ]).toEqual(['a b.png', 'a.png, https://x.test/b', ['x'], 3]);
    expect([
      readFileReference('https://x.test/a.pdf'),
      readFileReference(['x']),
      readFileReference(`form-file:${id}/%E0`),
    ]).toEqual([undefined, undefined, { id, name: '%E0' }]);
  });
});
