// Apart from the rest of the kit, so that plugins need not load the editor to know its keys.
export { vectorOptions } from '../options/vector-options.tsx';
export { VectorEditor } from '../vector-editor.ts';
export type { VectorEditorOptions } from '../vector-editor.ts';
