import type { Named } from '../query/query-schema.ts';
import type { ItemPhrase, PhraseReader } from './phrase-reader.ts';
import { exactly } from './object-noun.ts';
import { among, NotTranslatable, written } from './phrase-reader.ts';

/** Names of folders, subsets or categories after their noun or before it. */
function placed(reader: PhraseReader, names: readonly Named[], noun: string): readonly string[] | undefined {
  const joined = (): readonly string[] | undefined => {
    const listed = reader.several(() => {
      reader.take(`${noun}|the ${noun}`);
      return reader.name(names);
    });
    if (listed === undefined) return undefined;
    if (listed.joint === 'and' && listed.found.length > 1)
      throw new NotTranslatable(`Say “or” between the names, or ask for one ${noun} at a time.`);
    return listed.found.map(each => each.name);
  };
  return (
    reader.attempt(() => {
      reader.take('in|from|of|inside|within|part of|belonging to|into');
      reader.take('the');
      if (reader.take(`${noun}|${noun}s|${noun === 'category' ? 'categories' : `${noun}s`}`) === undefined)
        return undefined;
      reader.take('is|named|called|=');
      const found = joined();
      if (found === undefined && reader.now !== undefined)
        throw new NotTranslatable(
          `There is no ${noun} “${reader.now.text}” here.${
            names.length === 0
              ? ''
              : ` Known: ${names
                  .slice(0, 5)
                  .map(each => each.name)
                  .join(', ')}.`
          }`,
        );
      return found;
    }) ??
    reader.attempt(() => {
      reader.take('in|from|of|inside|within|part of');
      reader.take('the');
      const found = joined();
      return found === undefined || reader.take(noun) === undefined ? undefined : found;
    })
  );
}

/** A folder without its noun. @throws NotTranslatable when a subset or a category has that name too */
function folderName(reader: PhraseReader): string | undefined {
  const { at } = reader;
  const found = reader.name(reader.schema.folders);
  if (found === undefined) return undefined;
  const after = reader.at;
  reader.at = at;
  const other = reader.name([...reader.schema.subsets, ...reader.schema.categories]);
  if (other !== undefined)
    throw new NotTranslatable(
      `“${found.name}” is the name of several things. Say whether it is a folder, a subset or a category.`,
    );
  reader.at = after;
  return found.name;
}

const folder: ItemPhrase = (reader, negated) => {
  if (
    reader.take(
      'not in a folder|not in any folder|in no folder|outside any folder|in the root (folder)|in root|in the root folder',
    ) !== undefined
  )
    return `folder ${negated ? '!=' : '='} root`;
  const outside = reader.take('outside folder|outside of folder|outside the folder') !== undefined;
  if (outside) reader.at -= 1;
  const names =
    placed(reader, reader.schema.folders, 'folder') ??
    reader.attempt(() => {
      if (reader.take('in|from') === undefined) return undefined;
      const listed = reader.several(() => {
        reader.take('the|in');
        return folderName(reader);
      });
      if (listed === undefined) return undefined;
      if (listed.joint === 'and') throw new NotTranslatable('An item is in one folder. Say “or” between the names.');
      return listed.found;
    });
  return names === undefined ? undefined : `folder ${among(names.map(written), negated || outside)}`;
};

const subset: ItemPhrase = (reader, negated) => {
  const both = reader.attempt(() => {
    if (reader.take('in both|both in') === undefined) return undefined;
    const listed = reader.several(() => reader.name(reader.schema.subsets));
    return listed?.joint === 'and' ? listed.found : undefined;
  });
  if (both !== undefined)
    return negated ? undefined : both.map(each => `inSubset(${written(each.name)})`).join(' AND ');
  const names = placed(reader, reader.schema.subsets, 'subset');
  if (names === undefined) return undefined;
  const all = names.map(each => `inSubset(${written(each)})`).join(' OR ');
  return names.length === 1 ? `${negated ? 'NOT ' : ''}${all}` : `${negated ? 'NOT ' : ''}(${all})`;
};

/** Categories as adjectives: `rural images`. A name that anything else has as well is not taken. */
function adjectives(reader: PhraseReader): readonly string[] | undefined {
  const { categories, classes, folders, subsets, statuses } = reader.schema;
  const attributes = classes.flatMap(each => each.groups).flatMap(each => each.attributes);
  const others = new Set(
    [...classes, ...folders, ...subsets, ...statuses, ...attributes].map(each => each.name.toLowerCase()),
  );
  const own = categories.filter(each => !others.has(each.name.toLowerCase()));
  const listed = reader.several(() => exactly(reader, own));
  return listed === undefined || listed.joint === 'and' ? undefined : listed.found;
}

const category: ItemPhrase = (reader, negated) => {
  if (
    negated &&
    reader.take('a category|category|any category|categories') !== undefined &&
    reader.schema.categories.length >= 0
  ) {
    const { at } = reader;
    const named = reader.name(reader.schema.categories);
    if (named === undefined) return 'metadata(category = none)';
    reader.at = at - 1;
  }
  if (reader.take('uncategorised|uncategorized') !== undefined)
    return negated ? undefined : 'metadata(category = none)';
  const names =
    reader.attempt(() => {
      if (reader.take('categorised as|categorized as') === undefined) return undefined;
      const listed = reader.several(() => reader.name(reader.schema.categories));
      return listed?.found.map(each => each.name);
    }) ??
    placed(reader, reader.schema.categories, 'category') ??
    adjectives(reader);
  return names === undefined ? undefined : `metadata(category ${among(names.map(written), negated)})`;
};

/** Conditions on where items are. */
export const placePhrases: readonly ItemPhrase[] = [folder, subset, category];
