import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import { flagNames } from '../exchange/foreign-attributes.ts';
import type { ForeignLabel } from '../exchange/neutral-document.ts';
import { answerTypes, choicesOf, texts } from './task-results.ts';

const valueOf = (result: JsonRecord): JsonRecord => (isRecord(result['value']) ? result['value'] : {});

/** The labels of regions by their ids; of a region without labels none. */
function regionLabels(results: readonly JsonRecord[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const result of results) {
    const type = String(result['type']);
    if (answerTypes.has(type) || type === 'relation') continue;
    const own = texts(valueOf(result)[type]);
    const id = String(result['id']);
    const labels = own.length > 0 ? own : texts(valueOf(result)['labels']);
    if (labels.length > 0 || !found.has(id)) found.set(id, labels);
  }
  return found;
}

/**
 * Returns the labels whose regions, or whose items, answer questions with choices. Files do not say whether a question takes
 * several choices: it does when an answer has them.
 *
 * @param tasks results of each task
 */
export function choiceLabels(tasks: readonly (readonly JsonRecord[])[]): readonly ForeignLabel[] {
  const several = new Set<string>();
  const owners = new Map<string, { readonly type: 1 | 2; readonly questions: Map<string, Set<string>> }>();
  for (const results of tasks) {
    const regions = regionLabels(results);
    for (const result of results) {
      const choices = choicesOf(valueOf(result));
      const question = String(result['from_name']);
      if (choices.length === 0 || flagNames.has(question)) continue;
      if (choices.length > 1) several.add(question);
      const labels = regions.get(String(result['id']));
      for (const name of labels ?? [question]) {
        const owner = owners.get(name) ?? {
          type: labels === undefined ? 2 : 1,
          questions: new Map<string, Set<string>>(),
        };
        owners.set(name, owner);
        owner.questions.set(question, new Set([...(owner.questions.get(question) ?? []), ...choices]));
      }
    }
  }
  return [...owners].map(([name, { type, questions }]) => ({
    name,
    type,
    groups: [...questions].map(([question, values]) => ({
      name: question,
      type: several.has(question) ? ('checklist' as const) : ('radio' as const),
      values: [...values],
    })),
  }));
}
