/**
 * Path of a component: the ids of the groups around it, each followed by the row from 0, then its own id. `['answer']`,
 * `['answers', 1, 'answer']`. The row -1 is the last one. The path of a row ends with its number.
 */
export type FormPath = readonly (string | number)[];

/** A path as one text, different for different paths. */
export const pathText = (path: FormPath): string => JSON.stringify(path);

/** True for a list of ids and rows of a length that a path can have. */
export const isFormPath = (path: unknown): path is FormPath =>
  Array.isArray(path) &&
  path.length > 0 &&
  path.length <= 41 &&
  path.every((step, at) =>
    at % 2 === 0
      ? typeof step === 'string' && step.length <= 200
      : Number.isSafeInteger(step) && (step as number) >= -1,
  );

/** True where a path goes through another, or is it. */
export const startsWith = (path: FormPath, start: FormPath): boolean => start.every((step, at) => path[at] === step);
