import type { AttributeGroupType } from '#plugins/workspace/classes/common/index.ts';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { Answers } from './answers.ts';

/**
 * Returns the kind of question of an attribute group, by the names of its class and of the group; undefined when there
 * is none of that name.
 */
export type GroupTypeOf = (className: string, groupName: string) => AttributeGroupType | undefined;

interface Answer {
  readonly question: string;
  readonly value: string | number;
  /** Answer of everybody who gave none; undefined when they gave no answer. */
  readonly otherwise: string | undefined;
}

const [yes, no, none] = ['yes', 'no', ''];

/**
 * Returns the answers of people to the questions about the entire item: which tag classes they chose and what they said
 * of each, and the values of a form. Texts that people write are left out: they are never the same. Who chose a class
 * or a value that others did not has answered `no` to it; who chose nothing of several has answered nothing, which
 * counts as an answer too.
 */
export function instanceAnswers(
  people: readonly (readonly Instance[])[],
  groupTypeOf: GroupTypeOf,
): readonly Answers[] {
  const given = people.map(instances => answersOf(instances, groupTypeOf));
  const asked = new Map(given.flatMap(answers => [...answers]));
  return [...asked].map(([key, { question, value, otherwise }]) => ({
    question,
    metric: typeof value === 'number' ? 'interval' : 'nominal',
    values: given.map(answers => answers.get(key)?.value ?? otherwise),
  }));
}

/** Answers by a key that distinguishes the same question about another row of a form. */
function answersOf(instances: readonly Instance[], groupTypeOf: GroupTypeOf): ReadonlyMap<string, Answer> {
  const found = new Map<string, Answer>();
  const add = (question: string, place: string, value: string | number, otherwise: string | undefined): void =>
    void found.set(`${question}\n${place}`, { question, value, otherwise });
  const addAnswer = (question: string, place: string, type: AttributeGroupType | undefined, value: unknown): void => {
    if (type === 'numeric' && typeof value === 'number') add(question, place, value, undefined);
    else if (type === 'radio' && typeof value === 'string' && value !== '') add(question, place, value, none);
    else if (type === 'checklist')
      for (const each of Array.isArray(value) ? value : [value])
        if (typeof each === 'string') add(`${question} / ${each}`, place, yes!, no);
  };
  for (const instance of instances) {
    if (instance.type !== 'tag') continue;
    const { className = '', attributes, element_path: path } = instance;
    if (Array.isArray(path)) {
      addAnswer(
        path.filter(step => typeof step === 'string').join(' / '),
        path.filter(step => typeof step === 'number').join(' '),
        groupTypeOf(className, `value_${className}`),
        instance['value'],
      );
    } else {
      add(className, '', yes!, no);
      for (const { groupName = '', name } of attributes)
        addAnswer(`${className} / ${groupName}`, '', groupTypeOf(className, groupName), name);
    }
  }
  return found;
}
