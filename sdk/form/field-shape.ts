/**
 * Type of a field's value: a `range` is two numbers, `ordered` a list of lists of texts, `answers` a map from row to
 * answer, `files` references of files, `any` any JSON.
 */
export type FieldShape = 'text' | 'number' | 'range' | 'choice' | 'choices' | 'ordered' | 'answers' | 'files' | 'any';

const words: Readonly<Record<FieldShape, string>> = {
  text: 'a text',
  number: 'a number or null',
  range: 'two numbers or null',
  choice: 'one of its options, or null',
  choices: 'a list of its options',
  ordered: 'a list',
  answers: 'an object',
  files: 'references of files',
  any: 'JSON',
};

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(each => typeof each === 'string');

/**
 * The reason a value is not allowed in a field, e.g. `takes a number or null, not "x"`; undefined when it can. An empty
 * field takes null.
 */
export function shapeProblem(shape: FieldShape, value: unknown): string | undefined {
  return fits(shape, value)
    ? undefined
    : `takes ${words[shape]}, not ${(JSON.stringify(value) ?? 'undefined').slice(0, 80)}`;
}

function fits(shape: FieldShape, value: unknown): boolean {
  if (value === null) return true;
  switch (shape) {
    case 'text':
    case 'choice':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'range':
      return (
        Array.isArray(value) &&
        value.length === 2 &&
        value.every(each => typeof each === 'number' && Number.isFinite(each))
      );
    case 'choices':
      return isTexts(value);
    case 'files':
      return typeof value === 'string' || isTexts(value);
    case 'ordered':
      return Array.isArray(value) && value.every(each => typeof each === 'string' || isTexts(each));
    case 'answers':
      return typeof value === 'object' && !Array.isArray(value);
    case 'any':
      return true;
  }
}

/** A value as JSON carries it: what JSON does not know is left out. @throws TypeError for circles and big integers. */
export const asJson = (value: unknown): unknown =>
  value === undefined ? null : (JSON.parse(JSON.stringify(value) ?? 'null') as unknown);
