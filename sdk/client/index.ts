export { downloadAnnotations, uploadAnnotations } from './annotations.ts';
export type { AnnotationPlace, NamedAnnotation, UploadedAnnotations } from './annotations.ts';
export { LoupeClient } from './loupe-client.ts';
export type { LoupeCall, LoupeClientOptions, LoupeCounters, LoupeService } from './loupe-client.ts';
export { LoupeError } from './loupe-error.ts';
export { explored, found, rows } from './rows.ts';
export { waitForExport, waitForJob } from './wait.ts';
export type { LoupeExport, LoupeJob, WaitOptions } from './wait.ts';
