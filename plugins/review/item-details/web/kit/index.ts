export { DifferenceDrawing } from '../difference-drawing.tsx';
export { DifferenceLines } from '../difference-lines.tsx';
export { drawnDifferences } from '../drawn-differences.ts';
export type { DrawnDifference } from '../drawn-differences.ts';
export { PicturePreview } from '../picture-preview.tsx';
