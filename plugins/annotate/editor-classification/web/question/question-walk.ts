/** A walk through items with one question: where one is, which were answered, which were left. */
export interface QuestionWalk {
  readonly ids: readonly number[];
  readonly at: number;
  readonly answered: ReadonlySet<number>;
}

/** The items without an answer come first; the others follow when `all` are walked. */
export function beginWalk(missing: readonly number[], all: readonly number[], which: 'missing' | 'all'): QuestionWalk {
  const lacking = new Set(missing);
  const rest = all.filter(each => !lacking.has(each));
  return {
    ids: which === 'all' ? [...missing, ...rest] : missing,
    at: 0,
    answered: new Set(which === 'all' ? rest : []),
  };
}

/** The item at hand; undefined at the end. */
export const atHand = ({ ids, at }: QuestionWalk): number | undefined => ids[at];

/** Goes on or back; one place beyond the last item is the end. */
export const walked = (walk: QuestionWalk, step: 1 | -1): QuestionWalk => ({
  ...walk,
  at: Math.max(0, Math.min(walk.ids.length, walk.at + step)),
});

/** The item has an answer now, or none any more. */
export function marked(walk: QuestionWalk, id: number, hasAnswer: boolean): QuestionWalk {
  const answered = new Set(walk.answered);
  if (hasAnswer) answered.add(id);
  else answered.delete(id);
  return { ...walk, answered };
}

/** Goes to an item of the walk. */
export const wentTo = (walk: QuestionWalk, id: number): QuestionWalk => ({
  ...walk,
  at: Math.max(0, walk.ids.indexOf(id)),
});
