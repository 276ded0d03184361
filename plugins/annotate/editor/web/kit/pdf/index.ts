export { openPdf, UnreadablePdf } from './pdf-file.ts';
export { PdfView } from './pdf-view.tsx';
export type { PdfControls, PdfListener } from './pdf-view.tsx';
