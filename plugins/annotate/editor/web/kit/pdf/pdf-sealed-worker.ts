// Reads hostile files, and reaches nothing: its script comes with a policy of its own
// (core/api/server/security-headers.ts).
import 'pdfjs-dist/build/pdf.worker.mjs';
