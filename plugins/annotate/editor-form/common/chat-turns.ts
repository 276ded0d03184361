import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { withoutFields } from '#plugins/annotate/annotations/common/index.ts';

/** A message of a chat as it is stored: `{ role, content, model, … }` (product, multimodal 2). */
export type ChatLine = JsonRecord;

/** A message with its place in the stored list. */
export interface PlacedLine {
  readonly at: number;
  readonly line: ChatLine;
}

/** Messages of one person, with the answers. */
export interface ChatTurn {
  /** Absent where a conversation begins with an answer. */
  readonly question?: PlacedLine;
  readonly answers: readonly PlacedLine[];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const isAnswer = (line: ChatLine): boolean => line['role'] === 'assistant';

/** The conversation as turns: each begins with what is no answer. */
export function turnsOf(lines: readonly ChatLine[]): readonly ChatTurn[] {
  const turns: { question?: PlacedLine; answers: PlacedLine[] }[] = [];
  for (const [at, line] of lines.entries()) {
    if (!isAnswer(line)) turns.push({ question: { at, line }, answers: [] });
    else {
      if (turns.length === 0) turns.push({ answers: [] });
      turns.at(-1)!.answers.push({ at, line });
    }
  }
  return turns;
}

/**
 * Returns the messages for a model: everything before the answer to a turn. Where several answered, the chosen answer
 * went on, else its own.
 */
export function historyFor(
  turns: readonly ChatTurn[],
  model: string,
  upTo: number,
): readonly { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }[] {
  return turns.slice(0, upTo + 1).flatMap(({ question, answers }, place) => {
    const answer =
      answers.find(each => each.line['chosen'] === true) ??
      answers.find(each => each.line['model'] === model) ??
      answers[0];
    const said =
      question === undefined
        ? []
        : [
            {
              role: question.line['role'] === 'system' ? ('system' as const) : ('user' as const),
              content: textOf(question.line['content']),
            },
          ];
    return [
      ...said,
      ...(answer === undefined || place === upTo
        ? []
        : [{ role: 'assistant' as const, content: textOf(answer.line['content']) }]),
    ].filter(each => each.content !== '');
  });
}

/** Puts a model's answer into a turn, in the place of its earlier one; answers are in the order of `models`. */
export function withAnswer(
  lines: readonly ChatLine[],
  turn: number,
  answer: ChatLine,
  models: readonly string[],
): readonly ChatLine[] {
  const found = turnsOf(lines)[turn];
  if (found === undefined) return lines;
  const rank = (line: ChatLine): number => {
    const at = models.indexOf(textOf(line['model']));
    return at < 0 ? models.length : at;
  };
  const answers = [
    ...found.answers.map(each => each.line).filter(line => line['model'] !== answer['model']),
    answer,
  ].toSorted((left, right) => rank(left) - rank(right));
  const first = found.answers[0]?.at ?? found.question!.at + 1;
  // An order that was given to the earlier answers says nothing of the new one.
  return lines.toSpliced(first, found.answers.length, ...answers.map(line => withoutFields(line, 'rank', 'chosen')));
}

/** Says the question of a turn again; its answers and all that follows go. */
export const asksAgain = (lines: readonly ChatLine[], turn: number, content: string): readonly ChatLine[] => {
  const question = turnsOf(lines)[turn]?.question;
  return question === undefined ? lines : [...lines.slice(0, question.at), { ...question.line, content }];
};

/**
 * Gives an answer a place in the order of its turn: 1 is the best, the same place twice is a tie. One best answer alone
 * is the chosen one.
 */
export function withRank(lines: readonly ChatLine[], turn: number, answer: number, rank: number): readonly ChatLine[] {
  return ranked(lines, turn, (line, at) => (at === answer ? rank : line['rank']));
}

/** One answer is the best, the others come after it; the order they have among themselves stays. */
export function withBest(lines: readonly ChatLine[], turn: number, answer: number): readonly ChatLine[] {
  return ranked(lines, turn, (line, at) => (at === answer ? 1 : Math.max(2, Number(line['rank'] ?? 2))));
}

/** All answers are equally good. */
export const withTie = (lines: readonly ChatLine[], turn: number): readonly ChatLine[] => ranked(lines, turn, () => 1);

function ranked(
  lines: readonly ChatLine[],
  turn: number,
  rankOf: (line: ChatLine, at: number) => unknown,
): readonly ChatLine[] {
  const { answers = [] } = turnsOf(lines)[turn] ?? {};
  const ranks = answers.map(({ line }, at) => rankOf(line, at));
  const best = ranks.filter(each => each === 1).length === 1 ? ranks.indexOf(1) : -1;
  return answers.reduce((all, { at, line }, place) => {
    const rank = ranks[place];
    return all.with(at, {
      ...withoutFields(line, 'rank', 'chosen'),
      ...(rank === undefined ? {} : { rank }),
      ...(place === best ? { chosen: true } : {}),
    });
  }, lines);
}

/** The models in an order of their own for each item: the same seed gives the same order. */
export function shuffled(models: readonly string[], seed: string): readonly string[] {
  let state = 0x811c9dc5;
  for (const letter of seed) state = Math.imul(state ^ letter.codePointAt(0)!, 0x01000193);
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const order = [...models];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const at = Math.floor(random() * (last + 1));
    [order[last], order[at]] = [order[at]!, order[last]!];
  }
  return order;
}

/** Statuses of the system workflow in which the work on an item is given in: QualityCheck, Completed, Skipped. */
const GIVEN_IN: ReadonlySet<number> = new Set([3, 5, 6]);

/** True while who answers must not know which model said what. */
export const isBlind = (
  component: JsonRecord,
  { status, readOnly }: { readonly status: number; readonly readOnly: boolean },
): boolean => component['blind'] === true && !readOnly && !GIVEN_IN.has(status);

/** The models a chat talks with, four at most. */
export const chatModels = (component: JsonRecord): readonly string[] =>
  [
    ...new Set(
      (Array.isArray(component['models']) ? component['models'] : []).filter(
        (each): each is string => typeof each === 'string' && each.trim() !== '',
      ),
    ),
  ].slice(0, 4);
