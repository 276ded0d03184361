export { StagedUploads } from '../staged-uploads.ts';
export type { StagedFile, StagedPicture } from '../staged-uploads.ts';
