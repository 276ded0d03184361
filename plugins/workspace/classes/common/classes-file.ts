import { classTypeNames } from './annotation-class.ts';
import type { AnnotationClass, AttributeGroup } from './annotation-class.ts';
import { readClasses } from './read-classes.ts';
import type { ReadClassesOptions, ReadClassesResult } from './read-classes.ts';

/**
 * Reads the text of a `classes.json`. A file that is no JSON gives one issue with an empty path;
 * everything else is reported by `readClasses`.
 */
export function readClassesFile(text: string, options: ReadClassesOptions = {}): ReadClassesResult {
  let list: unknown;
  try {
    list = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { classes: [], issues: [{ path: '', message: `The class file is not valid JSON: ${reason}` }] };
  }
  return readClasses(list, options);
}

function groupDocument(group: AttributeGroup, projectId: number): object {
  return {
    id: group.id,
    class_id: group.class_id,
    name: group.name,
    group_type: group.group_type,
    isRequired: group.isRequired,
    default_value: group.default_value,
    ...(group.shown_when === undefined ? {} : { shown_when: group.shown_when }),
    createdAt: group.createdAt,
    updatedAt: group.updatedAt,
    attributes: group.attributes.map(attribute => ({
      id: attribute.id,
      group_id: attribute.group_id,
      project_id: projectId,
      name: attribute.name,
      default: attribute.default,
      createdAt: attribute.createdAt,
      updatedAt: attribute.updatedAt,
    })),
  };
}

/** Writes `classes.json` in the order given: words for the type, upper-case colours, always the same bytes. */
export function writeClassesFile(classes: readonly AnnotationClass[]): string {
  const list = classes.map(entry => ({
    id: entry.id,
    project_id: entry.project_id,
    name: entry.name,
    color: entry.color.toUpperCase(),
    type: classTypeNames[entry.type],
    ...(entry.shapes === undefined ? {} : { shapes: entry.shapes }),
    createdAt: entry.createdAt,
    updatedAt: entry.updatedAt,
    attribute_groups: entry.attribute_groups.map(group => groupDocument(group, entry.project_id)),
  }));
  return `${JSON.stringify(list, undefined, 2)}\n`;
}
