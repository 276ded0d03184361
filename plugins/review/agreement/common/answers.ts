import type { AlphaMetric } from './statistics/krippendorff-alpha.ts';
import { krippendorffAlpha } from './statistics/krippendorff-alpha.ts';
import { cohensKappa, fleissKappa } from './statistics/kappa.ts';

/** Answers of people to one question about one item; undefined of who did not. */
export interface Answers {
  /** Names the question over all items, such as `Kind / Colour`. */
  readonly question: string;
  readonly metric: Extract<AlphaMetric, 'nominal' | 'interval'>;
  readonly values: readonly (string | number | undefined)[];
}

/** Agreement of people on a question over all items. */
export interface QuestionAgreement {
  readonly question: string;
  readonly metric: Answers['metric'];
  /** Items that two people or more answered it for. */
  readonly items: number;
  /** Krippendorff's α; undefined where all answers are the same. */
  readonly alpha: number | undefined;
  /**
   * Cohen's κ when each item was answered by two people, Fleiss' κ when by as many more; undefined otherwise, and for
   * numbers.
   */
  readonly kappa: number | undefined;
}

/** Agreement by question, in the order of their names. */
export function questionAgreements(all: readonly Answers[]): readonly QuestionAgreement[] {
  const questions = new Map<string, Answers[]>();
  for (const answers of all) {
    const list = questions.get(answers.question);
    if (list === undefined) questions.set(answers.question, [answers]);
    else list.push(answers);
  }
  return [...questions]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([question, list]) => {
      const given = list
        .map(({ values }) => values.filter(value => value !== undefined))
        .filter(values => values.length > 1);
      const metric = list[0]!.metric;
      return {
        question,
        metric,
        items: given.length,
        alpha: krippendorffAlpha(given, metric),
        kappa: metric === 'nominal' ? kappaOf(given) : undefined,
      };
    });
}

function kappaOf(given: readonly (readonly (string | number)[])[]): number | undefined {
  return given.every(values => values.length === 2)
    ? cohensKappa(given.map(([one, other]) => [one!, other!]))
    : fleissKappa(given);
}
