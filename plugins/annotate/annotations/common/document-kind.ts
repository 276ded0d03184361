/**
 * Structure of the documents of a project type: `flat` has instances of their own geometry, `parts` areas of a
 * mask, `timeline` instances with `meta` and `parameters`, `text` spans and free text, `form` values of components.
 */
export type DocumentKind = 'flat' | 'parts' | 'timeline' | 'text' | 'form';

const kinds: Readonly<Record<number, DocumentKind>> = { 2: 'parts', 3: 'timeline', 4: 'text', 8: 'form' };

/** The kind of a project type's documents, by its number. */
export const documentKind = (projectType: number): DocumentKind => kinds[projectType] ?? 'flat';
