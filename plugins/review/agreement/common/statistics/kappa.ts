/** One answer of two people to the same question. */
export type AnswerPair = readonly [one: string | number, other: string | number];

/**
 * Cohen's κ of two people (Cohen 1960): how much more often they agree than by chance. Undefined without answers, and
 * when both always gave the one same answer: chance alone would make them agree then.
 */
export function cohensKappa(pairs: readonly AnswerPair[]): number | undefined {
  if (pairs.length === 0) return undefined;
  const [ones, others] = [new Map<string | number, number>(), new Map<string | number, number>()];
  let agreed = 0;
  for (const [one, other] of pairs) {
    if (one === other) agreed += 1;
    ones.set(one, (ones.get(one) ?? 0) + 1);
    others.set(other, (others.get(other) ?? 0) + 1);
  }
  let chance = 0;
  for (const [value, count] of ones) chance += (count * (others.get(value) ?? 0)) / pairs.length ** 2;
  return chance === 1 ? undefined : (agreed / pairs.length - chance) / (1 - chance);
}

/**
 * Fleiss' κ of several people (Fleiss 1971), each question a list of the answers given; all must have as many.
 * Undefined without questions, when the numbers differ or are below two, and when everybody always gave the same
 * answer.
 */
export function fleissKappa(questions: readonly (readonly (string | number)[])[]): number | undefined {
  const people = questions[0]?.length ?? 0;
  if (people < 2 || questions.some(answers => answers.length !== people)) return undefined;
  const totals = new Map<string | number, number>();
  let agreed = 0;
  for (const answers of questions) {
    const counts = new Map<string | number, number>();
    for (const answer of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1);
    for (const [answer, count] of counts) {
      totals.set(answer, (totals.get(answer) ?? 0) + count);
      agreed += (count * (count - 1)) / (people * (people - 1));
    }
  }
  let chance = 0;
  for (const count of totals.values()) chance += (count / (questions.length * people)) ** 2;
  return chance === 1 ? undefined : (agreed / questions.length - chance) / (1 - chance);
}
