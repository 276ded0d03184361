import { isRecord } from '#plugins/annotate/annotations/common/index.ts';

/** Data that brat has no line for: said of a text as a whole. */
export interface SideNotes {
  readonly tags?: readonly string[];
  /** Names of tag classes. */
  readonly classes?: readonly string[];
  readonly note?: string;
}

/** Name of the file in an archive, which lists it by path of the text. */
export const sidePath = 'documents.json';

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter(each => typeof each === 'string') : [];

/** Reads the side file; what it cannot be is nothing. */
export function readSideFile(text: string): ReadonlyMap<string, SideNotes> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return new Map();
  }
  if (!isRecord(json)) return new Map();
  return new Map(
    Object.entries(json).flatMap(([path, each]) =>
      isRecord(each)
        ? [
            [
              path,
              {
                tags: texts(each['tags']),
                classes: texts(each['classes']),
                ...(typeof each['note'] === 'string' ? { note: each['note'] } : {}),
              },
            ] as const,
          ]
        : [],
    ),
  );
}
