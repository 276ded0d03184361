import { z } from 'zod';

/** Version of the shape below. Readers take any 1.x: fields they do not know are left alone. */
export const projectFileVersion = '1.0';

const json = z.json();

/** An item as project.json lists it. */
export const projectFileItem = z.looseObject({
  /** '' is the root. */
  folder: z.string().default(''),
  name: z.string().min(1),
  url: z.string().nullish(),
  status: z.string().nullish(),
  approvalStatus: z.int().min(0).max(2).nullish(),
  category: z.string().nullish(),
  /** All of them, where an item has several. */
  categories: z.array(z.string()).nullish(),
  pinned: z.boolean().nullish(),
  customMetadata: z.record(z.string(), json).nullish(),
  priority: z.number().nullish(),
});

/**
 * `project.json` of an archive: with it an archive becomes a new project that equals the
 * old one except for ids, users and history.
 */
export const projectFile = z.looseObject({
  formatVersion: z.string().regex(/^1\.\d+$/, 'must be 1.x: this archive was made by a newer version'),
  name: z.string().min(1),
  type: z.int().min(1).max(8),
  typeName: z.string().optional(),
  description: z.string().nullish(),
  instructionsLink: z.string().nullish(),
  status: z.union([z.int().min(1).max(4), z.string()]).nullish(),
  settings: z.array(z.looseObject({ attribute: z.string(), value: json })).default([]),
  steps: z.array(z.record(z.string(), json)).default([]),
  connections: z.array(z.tuple([z.int(), z.int()])).default([]),
  categories: z.array(z.looseObject({ name: z.string() })).default([]),
  customFields: z.record(z.string(), json).nullish(),
  folders: z
    .array(z.looseObject({ name: z.string().min(1), status: z.union([z.int(), z.string()]).nullish() }))
    .default([]),
  items: z.array(projectFileItem).default([]),
  createdAt: z.string().nullish(),
  exportedAt: z.string().nullish(),
});

export type ProjectFileItem = z.output<typeof projectFileItem>;
export type ProjectFile = z.output<typeof projectFile>;

export type ReadProjectFile =
  | { readonly file: ProjectFile; readonly issues?: undefined }
  | { readonly file?: undefined; readonly issues: readonly { readonly path: string; readonly message: string }[] };

/** Reads the text of a project.json. Issues name the field. */
export function readProjectFile(text: string): ReadProjectFile {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return {
      issues: [
        {
          path: '',
          message: `project.json is not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
        },
      ],
    };
  }
  const parsed = projectFile.safeParse(value);
  if (parsed.success) return { file: parsed.data };
  return {
    issues: parsed.error.issues.map(issue => ({ path: issue.path.map(String).join('.'), message: issue.message })),
  };
}

/** Writes project.json item by item, so that a project of any size streams. The joined chunks are the file. */
export class ProjectFileWriter {
  readonly #head: Omit<ProjectFile, 'formatVersion' | 'items'>;
  #items = 0;

  constructor(head: Omit<ProjectFile, 'formatVersion' | 'items'>) {
    this.#head = head;
  }

  start(): string {
    return `${JSON.stringify({ formatVersion: projectFileVersion, ...this.#head }).slice(0, -1)},"items":[`;
  }

  item(item: ProjectFileItem): string {
    this.#items += 1;
    return `${this.#items > 1 ? ',' : ''}\n${JSON.stringify(item)}`;
  }

  end(): string {
    return '\n]}\n';
  }
}

/**
 * The project type of an archive without project.json.
 *
 * @param paths names of its entries
 * @param document one of its annotation documents, if there is any
 */
export function guessProjectType(paths: Iterable<string>, document: unknown): number {
  let type = 1;
  for (const path of paths) {
    if (path === 'data.jsonl' || path === 'template.json') return 8;
    if (path.endsWith('___save.png')) type = 2;
  }
  if (type === 2 || typeof document !== 'object' || document === null) return type;
  if ('freeText' in document) return 4;
  const { instances } = document as { instances?: unknown };
  return Array.isArray(instances) &&
    instances.some((instance: unknown) => typeof instance === 'object' && instance !== null && 'parameters' in instance)
    ? 3
    : 1;
}
