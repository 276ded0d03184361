import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord, recordsOf } from '#plugins/annotate/annotations/common/index.ts';

/** True for a parsed list of tasks. */
export const isLabelStudio = (json: unknown): boolean =>
  Array.isArray(json) &&
  json.length > 0 &&
  json.every(
    task =>
      isRecord(task) &&
      isRecord(task['data']) &&
      (Array.isArray(task['annotations']) || Array.isArray(task['predictions'])),
  );

/** The texts of a list, or the one text. */
export const texts = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.filter((each): each is string => typeof each === 'string')
    : typeof value === 'string'
      ? [value]
      : [];

/** Types of results that answer a question. */
export const answerTypes: ReadonlySet<string> = new Set([
  'choices',
  'taxonomy',
  'textarea',
  'number',
  'rating',
  'datetime',
]);

/** The choices of an answer; paths of a taxonomy are joined by slashes. */
export const choicesOf = (value: JsonRecord): readonly string[] => [
  ...texts(value['choices']),
  ...(Array.isArray(value['taxonomy']) ? (value['taxonomy'] as unknown[]).map(each => texts(each).join('/')) : []),
];

/** Attributes that results of one id hold beside their shape: choices, numbers, texts, ratings. */
export function valuesOf(results: readonly JsonRecord[]): JsonRecord {
  return Object.fromEntries(
    results.flatMap((result): (readonly [string, unknown])[] => {
      const [name, value] = [String(result['from_name']), isRecord(result['value']) ? result['value'] : {}];
      const all = choicesOf(value);
      if (all.length > 0) return [[name, all.length === 1 ? all[0] : all]];
      if (typeof value['number'] === 'number') return [[name, value['number']]];
      if (typeof value['rating'] === 'number') return [[name, value['rating']]];
      const text = typeof value['datetime'] === 'string' ? value['datetime'] : texts(value['text']).join('\n');
      return text === '' ? [] : [[name, text]];
    }),
  );
}

/** Results of a task that are read: those of its first annotation that counts, else of its first prediction. */
export const resultsOf = (task: JsonRecord): readonly JsonRecord[] =>
  recordsOf(
    (recordsOf(task['annotations']).find(each => each['was_cancelled'] !== true) ??
      recordsOf(task['predictions'])[0])?.['result'],
  );

const spanTypes: ReadonlySet<string> = new Set(['labels', 'hypertextlabels', 'paragraphlabels']);

/** True for a result that marks a stretch of a text. */
export const isSpan = (result: JsonRecord): boolean =>
  spanTypes.has(String(result['type'])) &&
  isRecord(result['value']) &&
  ('start' in result['value'] || isRecord(result['value']['globalOffsets']));

/** True for a parsed list of tasks about texts: spans are marked in them, or nothing is marked and they hold a text. */
export const isLabelStudioText = (json: unknown): boolean =>
  isLabelStudio(json) &&
  recordsOf(json).some(
    task =>
      resultsOf(task).some(isSpan) ||
      (isRecord(task['data']) && typeof task['data']['text'] === 'string' && task['data']['image'] === undefined),
  );
