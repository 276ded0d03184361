import type { Amount } from './amounts.ts';
import { readAmount } from './amounts.ts';
import type { Modifiers } from './object-modifiers.ts';
import { modifiers } from './object-modifiers.ts';
import type { ObjectNoun } from './object-noun.ts';
import { PREDICTIONS, readNoun, scopeOf } from './object-noun.ts';
import type { PhraseReader } from './phrase-reader.ts';
import { among, NotTranslatable, written } from './phrase-reader.ts';

const ONE: Amount = { text: '= 1', operator: '=', value: 1 };

/**
 * Reads what is said of objects: `more than three black cars`, `polygons that are cars or pedestrians`. Answers
 * conditions on the item, all of which have to hold.
 */
export function readObjects(reader: PhraseReader, negated: boolean): readonly string[] | undefined {
  return reader.attempt(() => {
    const every = readEvery(reader, negated);
    if (every !== undefined) return [every];
    const single = !negated && reader.take('a single|only a single|just a single|single') !== undefined;
    const amount = single ? ONE : reader.attempt(() => readAmount(reader));
    reader.take('a|an|any|some|the|single');
    const predicted = reader.sees(PREDICTIONS);
    const listed = reader.several(() => {
      reader.take('a|an|any|some|the|all');
      return readNoun(reader);
    });
    if (listed === undefined) return undefined;
    const { joint } = listed;
    const found = joint === 'or' ? sharingType(listed.found) : listed.found;
    const more = modifiers(reader, found.at(-1)!);
    // Predictions alone are said of the item, which knows whether it has any.
    if (predicted && amount === undefined && more.conditions.length === 0 && found.at(-1)!.classes.length === 0)
      return undefined;
    if (found.length === 1 || joint === 'or') return [oneOf(found, more, amount, negated)];
    if (amount !== undefined || negated)
      throw new NotTranslatable(
        'It is not clear whether the objects are counted together. Ask for one class at a time.',
      );
    if (more.conditions.length > 0)
      throw new NotTranslatable(
        'It is not clear which of the objects the last words are about. Ask for one class at a time.',
      );
    return found.map(each => oneOf([each], more, undefined, false));
  });
}

/** `every object is a car`: a condition on all objects of an item. */
function readEvery(reader: PhraseReader, negated: boolean): string | undefined {
  return reader.attempt(() => {
    if (reader.take('all|all the|all of the|every|each|every single') === undefined) return undefined;
    const noun = readNoun(reader);
    if (noun === undefined || !reader.sees('is|are')) return undefined;
    const { conditions, type } = modifiers(reader, noun);
    if (conditions.length === 0 && type === undefined) return undefined;
    if (negated || noun.scope !== 'instance' || conditionOf(noun) !== '')
      throw new NotTranslatable('What holds for every object of one kind has to be written as a query.');
    return `instance.all(${[...(type === undefined ? [] : [`type = ${type}`]), ...conditions].join(' AND ')})`;
  });
}

/** “Car or pedestrian boxes” are boxes both. */
function sharingType(nouns: readonly ObjectNoun[]): readonly ObjectNoun[] {
  const last = nouns.at(-1)!;
  const shared = last.classes.length > 0 && nouns.slice(0, -1).every(each => each.type === undefined);
  return shared ? nouns.map(each => ({ ...each, type: last.type })) : nouns;
}

/** A condition on the item: some object is one of these. */
function oneOf(
  nouns: readonly ObjectNoun[],
  { conditions, type }: Modifiers,
  amount: Amount | undefined,
  negated: boolean,
): string {
  const { scope } = nouns[0]!;
  if (nouns.some(each => each.scope !== scope))
    throw new NotTranslatable('Objects and tags are different kinds of annotations. Ask for one kind at a time.');
  const plain = nouns.every(each => each.type === nouns[0]!.type && each.conditions.length === 0);
  const own = plain
    ? [conditionOf({ ...nouns[0]!, type: type ?? nouns[0]!.type, classes: nouns.flatMap(each => each.classes) })]
    : nouns.length === 1
      ? [conditionOf({ ...nouns[0]!, type: type ?? nouns[0]!.type })]
      : [`(${nouns.map(each => brackets(conditionOf({ ...each, type: type ?? each.type }))).join(' OR ')})`];
  const outside = conditions.includes('outOfBounds = true');
  const inner = [...own.filter(each => each !== '' && !(outside && each === 'type = bbox')), ...conditions].join(
    ' AND ',
  );
  if (amount !== undefined) {
    if (negated) throw new NotTranslatable('Say “at most” or “fewer than” rather than “not” with a number.');
    if (amount.operator === 'between') {
      const [low, high] = amount.text.replace('BETWEEN ', '').split(' AND ');
      return `${scope}Count(${inner}) >= ${low} AND ${scope}Count(${inner}) <= ${high}`;
    }
    return `${scope}Count(${inner}) ${amount.text}`;
  }
  if (inner === '') return `${scope}Count() ${negated ? '= 0' : '> 0'}`;
  return `${scope}${negated ? '.none' : ''}(${inner})`;
}

const brackets = (text: string): string => (text.includes(' AND ') ? `(${text})` : text);

function conditionOf({ classes, type, conditions }: ObjectNoun): string {
  return [
    ...(type === undefined ? [] : [`type = ${type}`]),
    ...(classes.length === 0 ? [] : [`className ${among([...new Set(classes)].map(written))}`]),
    ...conditions,
  ].join(' AND ');
}

/** `labelled Complaint`, `tagged as Rain`: a class without a noun. */
export function readLabelled(reader: PhraseReader, negated: boolean): string | undefined {
  return reader.attempt(() => {
    if (
      reader.take(
        'labelled|labeled|tagged|annotated|classified|labelled as|labeled as|tagged as|tagged with|annotated as|annotated with|classified as|labelled with|labeled with',
      ) === undefined
    )
      return undefined;
    reader.take('a|an');
    const named = reader.several(() => reader.className());
    if (named === undefined) return undefined;
    const [first] = named.found;
    if (named.found.some(each => scopeOf(each) !== scopeOf(first!))) return undefined;
    if (named.joint === 'and' && negated) throw new NotTranslatable('Say “or” between the classes that are left out.');
    const scope = `${scopeOf(first!)}${negated ? '.none' : ''}`;
    if (named.joint === 'and')
      return named.found.map(each => `${scope}(className = ${written(each.name)})`).join(' AND ');
    return `${scope}(className ${among(named.found.map(each => written(each.name)))})`;
  });
}
