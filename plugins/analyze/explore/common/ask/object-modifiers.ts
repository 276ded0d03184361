import { readAmount } from './amounts.ts';
import { readTime } from './date-phrase.ts';
import type { ObjectNoun } from './object-noun.ts';
import { ADJECTIVES, exactly, typeOf } from './object-noun.ts';
import type { PhraseReader } from './phrase-reader.ts';
import { among, NotTranslatable, written } from './phrase-reader.ts';

const NOT_OF_OBJECTS =
  "not|that are not|that aren't|that is not|that isn't|which are not|which aren't|that were not|that weren't";

/** Phrases about objects after their noun. */
export interface Modifiers {
  readonly conditions: readonly string[];
  readonly type: string | undefined;
}

/** Reads the phrases after a noun: `annotated by ana last week`, `smaller than 50 pixels`, `outside the picture`. */
export function modifiers(reader: PhraseReader, noun: ObjectNoun): Modifiers {
  const conditions: string[] = [];
  let type = typeOf(reader);
  for (;;) {
    const found = reader.attempt(() => {
      const denied = reader.attempt(() => deniedModifier(reader));
      if (denied !== undefined) return denied;
      const linked = reader.take(
        'and that|and which|that are|which are|that is|which is|that were|which were|that have been|that was|that have|which have|whose|that|which|with|with a|with an|are|is|were',
      );
      return modifier(reader, noun, linked);
    });
    if (found === undefined) return { conditions, type };
    if (typeof found === 'string') conditions.push(found);
    else type = found.type;
  }
}

function modifier(
  reader: PhraseReader,
  noun: ObjectNoun,
  linked: string | undefined,
): string | { readonly type: string } | undefined {
  if (
    reader.take(
      'drawn outside (of) the picture|drawn outside (of) the image|outside (of) the picture|outside (of) the image|outside (of) the frame|out of bounds|drawn out of bounds|partly outside (the) image|outside the photo',
    ) !== undefined
  )
    return 'outOfBounds = true';
  if (
    reader.take(
      'a reviewer rejected|the reviewer rejected|rejected by a reviewer|rejected by the reviewer|a reviewer disapproved|reviewers rejected|disapproved by a reviewer|a reviewer has rejected',
    ) !== undefined
  )
    return 'approval = disapproved';
  if (reader.take('a reviewer approved|approved by a reviewer|reviewers approved') !== undefined)
    return 'approval = approved';
  if (
    reader.take(
      'nobody corrected|nobody has corrected|nobody edited|nobody changed|nobody has changed|nobody touched|nobody has touched|no one corrected|no one changed|never corrected|never edited|never changed',
    ) !== undefined
  )
    return 'updatedBy IS EMPTY';
  const made = authored(reader);
  if (made !== undefined) return made;
  const measured = measure(reader);
  if (measured !== undefined) return measured;
  if (reader.take('of class|of the class|in class') !== undefined) {
    const named = reader.several(() => reader.className());
    return named === undefined ? undefined : `className ${among(named.found.map(each => written(each.name)))}`;
  }
  if (reader.take('of type') !== undefined) {
    const type = typeOf(reader);
    return type === undefined ? undefined : { type };
  }
  const grouped = groupValue(reader);
  if (grouped !== undefined) return grouped;
  // Only of what is said with “that are”: “boxes small” is no English.
  if (linked === undefined || !/(are|is|were|was)$/.test(linked)) return undefined;
  const adjective = ADJECTIVES.find(([phrases]) => reader.take(phrases) !== undefined);
  if (adjective !== undefined) return adjective[1];
  if (noun.classes.length === 0) {
    const named = reader.several(() => {
      reader.take('a|an');
      return reader.className();
    });
    if (named !== undefined) return `className ${among(named.found.map(each => written(each.name)))}`;
  }
  const attributes = reader.several(() => {
    const all = reader.schema.classes.flatMap(each => each.groups).flatMap(each => each.attributes);
    return exactly(reader, all);
  });
  return attributes === undefined ? undefined : `attributes.name ${among(attributes.found.map(written))}`;
}

/**
 * Reads what is not so of the objects: `not red`, `that are not locked`. Words that may be about the item as well,
 * such as “not approved” or “not drawn by Ana”, are asked about.
 */
function deniedModifier(reader: PhraseReader): string | undefined {
  if (reader.take(NOT_OF_OBJECTS) === undefined) return undefined;
  const adjective = ADJECTIVES.find(
    ([phrases, text]) => !text.startsWith('approval') && reader.take(phrases) !== undefined,
  );
  if (adjective !== undefined) return `NOT ${adjective[1]}`;
  const attributes = reader.several(() =>
    exactly(
      reader,
      reader.schema.classes.flatMap(each => each.groups).flatMap(each => each.attributes),
    ),
  );
  if (attributes === undefined) return undefined;
  const { categories, statuses } = reader.schema;
  const other = [...categories, ...statuses].some(each => attributes.found.includes(each.name));
  return other ? undefined : `NOT attributes.name ${among(attributes.found.map(written))}`;
}

/** Reads the author and time of changes of objects. */
function authored(reader: PhraseReader): string | undefined {
  return reader.attempt(() => {
    const verb = reader.take(
      'annotated|drawn|created|made|added|labelled|labeled|updated|changed|edited|corrected|modified|last updated|last changed|last edited|last modified',
    );
    if (verb === undefined) return undefined;
    const field = /(updated|changed|edited|corrected|modified)$/.test(verb) ? 'updated' : 'created';
    const people = reader.attempt(() =>
      reader.take('by') === undefined ? undefined : reader.several(() => reader.person()),
    );
    const time = readTime(reader);
    if (people === undefined && time === undefined) return undefined;
    if (people !== undefined && people.joint === 'and')
      throw new NotTranslatable('One object is made by one person. Say “or”.');
    return [
      ...(people === undefined ? [] : [`${field}By ${among(people.found)}`]),
      ...(time === undefined ? [] : [`${field}At ${time}`]),
    ].join(' AND ');
  });
}

const pixels = (reader: PhraseReader): number => (reader.take('px|pixels|pixel|square pixels'), 1);

/** Figures of objects: their size, number of points, probability. */
function measure(reader: PhraseReader): string | undefined {
  return reader.attempt(() => {
    const field = (
      [
        ['wider than|narrower than', 'width'],
        ['taller than|shorter than', 'height'],
        ['smaller than|larger than|bigger than', 'area'],
      ] as const
    ).find(([phrases]) => reader.sees(phrases))?.[1];
    if (field !== undefined) {
      const amount = readAmount(reader, () => pixels(reader));
      return amount === undefined ? undefined : `${field} ${amount.text}`;
    }
    const named = (
      [
        ['an area|area', 'area'],
        ['a width|width', 'width'],
        ['a height|height', 'height'],
        ['a confidence|confidence|a probability|probability|a score|score', 'probability'],
      ] as const
    ).find(([phrases]) => reader.sees(phrases));
    if (named !== undefined) {
      reader.take(named[0]);
      reader.take('of|is');
      const amount = readAmount(reader, () => pixels(reader));
      return amount === undefined ? undefined : `${named[1]} ${amount.text}`;
    }
    const amount = readAmount(reader);
    return amount === undefined || reader.take('points|point|corners|vertices') === undefined
      ? undefined
      : `pointsCount ${amount.text}`;
  });
}

/** `whose color is red`, `with color red`: a value of an attribute group. */
function groupValue(reader: PhraseReader): string | undefined {
  return reader.attempt(() => {
    const groups = reader.schema.classes.flatMap(each => each.groups);
    const group = reader.name(groups);
    if (group === undefined) return undefined;
    reader.take('is|are|=|of');
    const values = reader.several(() =>
      exactly(
        reader,
        groups.filter(each => each.name === group.name).flatMap(each => each.attributes),
      ),
    );
    const path = /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(group.name) ? group.name : `\`${group.name}\``;
    return values === undefined ? undefined : `attribute.${path} ${among(values.found.map(written))}`;
  });
}
