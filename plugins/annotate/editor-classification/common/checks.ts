import { stepping } from '#core/base/common/index.ts';
import type { Steps } from '#core/base/common/index.ts';
import type {
  ClassIndex,
  DocumentForm,
  DocumentIssue,
  IndexedClass,
  JsonRecord,
  JsonSchema,
} from '#plugins/annotate/annotations/common/index.ts';
import {
  checkAttributes,
  classOf,
  documentChecks,
  errorAt,
  groupOf,
  isRecord,
  recordsOf,
} from '#plugins/annotate/annotations/common/index.ts';
import type { ClassesPerItem } from './tag-changes.ts';
import { classificationSchema } from './classification-schema.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';

/** Facts for the checks beyond the document. */
export interface ClassificationCheckOptions {
  /** `export` for files and uploads (names), `internal` for what the editor saves (ids). */
  readonly form: DocumentForm;
  /** The classes of the project; without them nothing is said about attributes and class types. */
  readonly classes?: ClassIndex;
  /**
   * With `one`, files and uploads may not give an item several classes. What an editor saves may keep classes from
   * before the rule.
   */
  readonly perItem?: ClassesPerItem;
  /** The item is about to be Completed: required attribute groups must hold a value. */
  readonly completing?: boolean;
}

const schemas: Readonly<Record<DocumentForm, JsonSchema>> = {
  export: classificationSchema('export'),
  internal: classificationSchema('internal'),
};

/** Checks a classification document: errors refuse it, warnings are reported. */
export function* classificationChecks(
  document: unknown,
  options: ClassificationCheckOptions,
): Steps<readonly DocumentIssue[]> {
  const formal = yield* documentChecks(schemas[options.form], document);
  if (!isRecord(document)) return formal;
  const seen = new Set<string>();
  const tags: DocumentIssue[] = [];
  yield* stepping(recordsOf(document['instances']), (instance, at) => {
    if (instance['type'] === 'tag') tags.push(...tagIssues(instance, `instances[${at}]`, options, seen));
  });
  return [
    ...formal,
    ...tags,
    ...(options.perItem === 'one' ? secondClass(document, options) : []),
    ...pageIssues(document),
  ];
}

function tagIssues(
  instance: JsonRecord,
  path: string,
  { classes, completing }: ClassificationCheckOptions,
  seen: Set<string>,
): readonly DocumentIssue[] {
  const owner = classes && classOf(instance, classes);
  const name = owner?.entry.name ?? instance['className'];
  const twice = typeof name === 'string' ? twiceSaid(instance, name, owner, path, seen) : [];
  if (owner === undefined) return twice;
  if (owner.entry.type !== ClassType.Tag)
    return [errorAt(`${path}.className`, `'${owner.entry.name}' is not a tag class`)];
  return [...twice, ...checkAttributes(instance, path, owner, completing === true)];
}

function secondClass(document: JsonRecord, { form, classes }: ClassificationCheckOptions): readonly DocumentIssue[] {
  if (form === 'internal') return [];
  const names = recordsOf(document['instances']).map(
    each => (classes && classOf(each, classes)?.entry.name) ?? each['className'],
  );
  const second = names.findIndex(each => each !== names[0]);
  return second < 0
    ? []
    : [
        errorAt(
          `instances[${second}].className`,
          `'${String(names[second])}' is a second class; items of this project have one`,
        ),
      ];
}

/** A class may come several times when its answers differ. */
function twiceSaid(
  instance: JsonRecord,
  name: string,
  owner: IndexedClass | undefined,
  path: string,
  seen: Set<string>,
): readonly DocumentIssue[] {
  const said = JSON.stringify([
    name,
    ...recordsOf(instance['attributes'])
      .map(each => answerOf(each, owner))
      .toSorted(),
  ]);
  if (seen.has(said)) return [errorAt(path, `'${name}' is duplicated`)];
  seen.add(said);
  return [];
}

/** One answer as text. The internal form may have ids alone; the name says the same where both are there. */
function answerOf(attribute: JsonRecord, owner: IndexedClass | undefined): string {
  const group = (owner && groupOf(attribute, owner)?.group.name) ?? attribute['groupName'] ?? attribute['groupId'];
  return JSON.stringify([group ?? null, attribute['name'] ?? attribute['id'] ?? null]);
}

function pageIssues(document: JsonRecord): readonly DocumentIssue[] {
  const metadata = document['metadata'];
  const content = isRecord(metadata) ? metadata['content'] : undefined;
  const pages = isRecord(content) ? content['pages'] : undefined;
  if (typeof pages !== 'number') return [];
  return recordsOf(document['comments']).flatMap(({ page }, at) =>
    typeof page === 'number' && page > pages
      ? [errorAt(`comments[${at}].page`, `${page} is greater than the maximum of ${pages}`)]
      : [],
  );
}
