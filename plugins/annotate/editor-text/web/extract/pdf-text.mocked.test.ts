import { existsSync, readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { readingVersions, textDigest } from '../../common/extract/reading.ts';
import { pdfText } from './pdf-text.ts';

// Browsers have workers; the reader itself is the same.
vi.mock('#plugins/annotate/editor/web/kit/pdf/index.ts', () => ({
  UnreadablePdf: class extends Error {},
  openPdf: async (data: Uint8Array) => {
    const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
    const task = getDocument({ data: data.slice(), verbosity: 0 });
    return { document: await task.promise, close: () => void task.destroy() };
  },
}));

const paper = '../shared/data/pdf/tracemonkey.pdf';
const read = (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  pdfText(bytes, new AbortController().signal, () => undefined);

it.skipIf(!existsSync(paper))(
  'should read the same text out of a PDF as ever: spans of people are counted in it',
  async () => {
    const text = await read(new Uint8Array(readFileSync(paper)));
    const pages = text.split('\n\f\n');
    expect(pages).toHaveLength(14);
    expect(pages[1]).toMatch(
      /^Hence, recording and compiling a trace speculates that the path and\ntyping will be exactly as they were during recording for subsequent\niterations of the loop\.\n/,
    );
    expect(text).not.toMatch(/[\uFB00-\uFB06]|[^\P{Cc}\n\t\f]/u);
    // Another digest needs another version of the reading, and that one here.
    expect([readingVersions.pdf, textDigest(text)]).toEqual([1, 'd791a1119e1ee372']);
  },
);

it('should say that a PDF has no text', async () => {
  const scan =
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj\ntrailer<</Root 1 0 R>>';
  await expect(read(new TextEncoder().encode(scan))).rejects.toThrow('This PDF has no text.');
});
