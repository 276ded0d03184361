export { openPdf, UnreadablePdf } from './pdf-file.ts';
export { PdfView } from './pdf-view.tsx';
