import { z } from '#core/api/common/index.ts';
import type { PluginManifest } from '#sdk/plugin/manifest.ts';
import { MOST_PROJECT_TYPE, ProjectType, projectTypeNames } from './project-type.ts';

/** Name of the list in `contributes` of a manifest. */
export const PROJECT_TYPES = 'projects.types';

const text = z.string().min(1).max(200);
const entryShape = z.strictObject({
  value: z.int().min(1).max(MOST_PROJECT_TYPE),
  word: z.string().regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'use small letters, digits and -'),
  title: text,
  goodFor: text,
  upload: text,
  icon: text,
});

/** A project type as the manifest of its editor declares it. */
export type ProjectTypeEntry = z.output<typeof entryShape>;

/** A type of project whose editor is installed. */
export interface ProjectTypeInfo extends ProjectTypeEntry {
  /** Plugin that edits its items. */
  readonly editor: string;
}

type Contributor = Pick<PluginManifest, 'id' | 'contributes'>;

const known = Object.entries(ProjectType).map(([key, value]) => {
  const word = key.replace(/(?<=[a-z])[A-Z]/g, letter => `-${letter}`).toLowerCase();
  return { value, word, title: word.replace(/^[a-z]/, first => first.toUpperCase()).replace('-', ' ') };
});

/**
 * The project types that the editors of an installation contribute by `contributes['projects.types']` of their
 * manifests.
 */
export class ProjectTypes {
  /** Types with an editor, in order of their numbers. */
  readonly all: readonly ProjectTypeInfo[];
  /** Entries that were left out: each text names the plugin, the field and the cure. */
  readonly problems: readonly string[];
  readonly #byValue: ReadonlyMap<number, ProjectTypeInfo>;

  /** @param manifests all installed plugins, on or off; of two entries with the same number or word the first counts */
  constructor(manifests: readonly Contributor[]) {
    const byValue = new Map<number, ProjectTypeInfo>();
    const problems: string[] = [];
    for (const { id, contributes } of manifests)
      for (const [at, entry] of (contributes?.[PROJECT_TYPES] ?? []).entries()) {
        const place = `Plugin "${id}" contributes ${PROJECT_TYPES}[${at}]`;
        const { data, error } = entryShape.safeParse(entry);
        if (data === undefined) {
          const [issue] = error.issues;
          problems.push(`${place} with a bad ${issue!.path.join('.') || 'entry'}: ${issue!.message}`);
          continue;
        }
        const other =
          [...byValue.values()].find(each => each.value === data.value || each.word === data.word) ??
          known.find(each => (each.value === data.value) !== (each.word === data.word));
        if (other === undefined) byValue.set(data.value, { ...data, editor: id });
        else
          problems.push(
            `${place} with number ${data.value} and word "${data.word}", but "${other.word}" is number ${other.value}; choose others`,
          );
      }
    this.all = [...byValue.values()].sort((a, b) => a.value - b.value);
    this.problems = problems;
    this.#byValue = byValue;
  }

  /** Numbers of the types that projects can be made of, ascending. */
  get values(): readonly number[] {
    return [...new Set([...known, ...this.all].map(each => each.value))].sort((a, b) => a - b);
  }

  /** Returns the type with that number; undefined when no editor for it is installed. */
  of(value: number): ProjectTypeInfo | undefined {
    return this.#byValue.get(value);
  }

  /** Returns whether projects of that type can be made: it has an editor, or scripts and archives know it. */
  has(value: number): boolean {
    return this.#known(value) !== undefined;
  }

  /**
   * Returns the word by which editors and hooks name a type, e.g. `vector` for 1; `unknown` for a number that is no
   * type.
   */
  wordOf(value: number): string {
    return this.#known(value)?.word ?? 'unknown';
  }

  /** Returns the name of a type on screens. */
  titleOf(value: number): string {
    return this.#known(value)?.title ?? `Type ${value}`;
  }

  /** Returns the name of a type in the work-management service, e.g. `PUBLIC_TEXT` for 4. */
  nameOf(value: number): string {
    return projectTypeNames[value] ?? this.wordOf(value).toUpperCase().replaceAll('-', '_');
  }

  #known(value: number): Pick<ProjectTypeInfo, 'word' | 'title'> | undefined {
    return this.of(value) ?? known.find(each => each.value === value);
  }
}
