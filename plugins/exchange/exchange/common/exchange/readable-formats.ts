import type { ExchangeFormatId } from './format-table.ts';
import { exchangeFormats, readableFormatIds, subjectOf, subjectOfProject } from './format-table.ts';

/** A format of another tool whose files can be imported. */
export interface ReadableFormat {
  readonly id: ExchangeFormatId | 'coco';
  readonly title: string;
}

/** Returns the formats of other tools that can hold items of a project's type. */
export const readableFormats = (projectType: number): readonly ReadableFormat[] => [
  ...(subjectOfProject(projectType) === 'picture' ? [{ id: 'coco', title: 'COCO' } as const] : []),
  ...readableFormatIds
    .filter(id => subjectOf(id) === subjectOfProject(projectType))
    .map(id => ({ id, title: exchangeFormats[id].title })),
];
