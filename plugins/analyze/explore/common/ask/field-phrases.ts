import { bytesUnit, readAmount } from './amounts.ts';
import { readSpan, readTime } from './date-phrase.ts';
import { fieldsOf } from './named-fields.ts';
import type { ItemPhrase, PhraseReader } from './phrase-reader.ts';
import { NotTranslatable, written } from './phrase-reader.ts';
import { nameWords } from './words.ts';

/** Takes what follows a number in a field of this kind, and answers its factor. */
function unitOf(reader: PhraseReader, path: string): number {
  const bytes = path === 'metadata.size' ? bytesUnit(reader) : undefined;
  if (bytes !== undefined) return bytes;
  if (path === 'metadata.duration') {
    const unit = reader.take('seconds|second|s|minutes|minute|hours|hour');
    return unit?.startsWith('m') === true ? 60 : unit?.startsWith('h') === true ? 3600 : 1;
  }
  reader.take(path === 'metadata.length' ? 'characters|letters' : 'pixels|px|pixel|points|years|years old');
  return 1;
}

const MISSING = 'missing|empty|not filled in|not set|blank|not given|not answered|unanswered|unset|not known|unknown';
const PRESENT = 'filled in|given|set|answered|known|present|not empty|not missing';

/** A field with its value: `priority above 80`, `reason is missing`, `city is Bonn`. */
const named: ItemPhrase = (reader, negated) => {
  reader.take('a|an|the|whose|its|their');
  const before = reader.attempt(() => {
    if (reader.take('missing|an empty|no|empty') === undefined) return undefined;
    const field = reader.name(fieldsOf(reader));
    return field === undefined ? undefined : `${field.path} IS EMPTY`;
  });
  if (before !== undefined) return negated ? undefined : before;
  const field = reader.name(fieldsOf(reader));
  if (field === undefined) return undefined;
  const { path } = field;
  const filled = reader.attempt(() => {
    reader.take('is|are|was');
    if (reader.take(PRESENT) !== undefined) return `${path} IS ${negated ? '' : 'NOT '}EMPTY`;
    if (reader.take(MISSING) !== undefined) return `${path} IS ${negated ? 'NOT ' : ''}EMPTY`;
    return undefined;
  });
  if (filled !== undefined) return filled;
  const own = reader.attempt(() => {
    reader.take('is|are|was|of|=|:');
    const not = reader.take("not|isn't|is not|other than|different from") !== undefined;
    if (field.kind === 'day') {
      const time = readTime(reader);
      if (time === undefined) return undefined;
      return not !== negated ? `NOT (${path} ${time})` : `${path} ${time}`;
    }
    const amount = field.kind === 'text' ? undefined : readAmount(reader, () => unitOf(reader, path));
    if (amount !== undefined) {
      if (not === negated) return `${path} ${amount.text}`;
      return amount.operator === '=' ? `${path} != ${amount.value}` : undefined;
    }
    if (field.kind === 'number') return undefined;
    const test = reader.take('contains|containing|starts with|begins with|ends with');
    const value = freeValue(reader);
    if (value === undefined) return undefined;
    const operator =
      test === undefined
        ? not !== negated
          ? '!='
          : '='
        : test.startsWith('contain')
          ? 'CONTAINS'
          : test === 'ends with'
            ? 'ENDS WITH'
            : 'STARTS WITH';
    if (test !== undefined && not !== negated) return undefined;
    return `${path} ${operator} ${written(value)}`;
  });
  if (own !== undefined) return own;
  // “Without a reason”, “no reason”.
  return negated && field.kind !== 'number' ? `${path} IS EMPTY` : undefined;
};

/** A value as free text: one in quotes, or one word. */
function freeValue(reader: PhraseReader): string | undefined {
  const { now } = reader;
  if (now === undefined || (!now.quoted && /^(and|or|,|with|in|the|a|an|that|is|are|not)$/.test(now.lower)))
    return undefined;
  reader.at += 1;
  return now.text;
}

/** `wider than 1000 pixels`, `larger than 2 MB`, `longer than 30 seconds`, `older than 60`. */
const compared: ItemPhrase = (reader, negated) => {
  if (negated) return undefined;
  const adjective = (
    [
      'wider than|narrower than',
      'taller than',
      'longer than|shorter than',
      'older than|younger than',
      'larger than|bigger than|smaller than|heavier than',
    ] as const
  ).findIndex(phrases => reader.sees(phrases));
  if (adjective === -1) return undefined;
  let path: string | undefined = [`metadata.width`, `metadata.height`][adjective];
  if (adjective === 3) {
    const ages = fieldsOf(reader).filter(each => each.path.startsWith('c') && nameWords(each.name).includes('age'));
    if (ages.length > 1) throw new NotTranslatable(`Say which field: ${ages.map(each => each.name).join(' or ')}.`);
    path = ages[0]?.path;
    if (path === undefined) return undefined;
    const amount = readAmount(reader, () => (reader.take('years (old)|years'), 1));
    return amount === undefined || reader.sees('days|day|weeks|week|months|month')
      ? undefined
      : `${path} ${amount.text}`;
  }
  if (path !== undefined) {
    const amount = readAmount(reader, () => (reader.take('pixels|px|pixel'), 1));
    return amount === undefined ? undefined : `${path} ${amount.text}`;
  }
  let unit: string | undefined;
  const amount = readAmount(reader, () => {
    if (adjective === 4) {
      const bytes = bytesUnit(reader);
      if (bytes !== undefined) unit = 'metadata.size';
      return bytes ?? 1;
    }
    const time = reader.take('seconds|second|minutes|minute|hours|hour');
    if (time !== undefined) unit = 'metadata.duration';
    else if (reader.take('characters|letters') !== undefined) unit = 'metadata.length';
    return time?.startsWith('minute') === true ? 60 : time?.startsWith('hour') === true ? 3600 : 1;
  });
  // Without a unit it may be pixels, bytes or seconds.
  return amount === undefined || unit === undefined ? undefined : `${unit} ${amount.text}`;
};

/** Names of items. */
const itemName: ItemPhrase = (reader, negated) => {
  const like = reader.take(
    'named|called|name is|whose name is|name contains|whose name contains|name containing|name starts with|whose name starts with|name starting with|names starting with|name ends with|whose name ends with|name ending with|names containing|names ending with|names ending in|name ending in|name ends in|whose name ends in|name begins with|whose name begins with',
  );
  if (like === undefined) {
    return reader.attempt(() => {
      const value = reader.now?.quoted === true ? freeValue(reader) : undefined;
      if (
        value === undefined ||
        reader.take('in the name|in its name|in their name|in their names|in the names') === undefined
      )
        return undefined;
      return `name ${negated ? 'NOT ' : ''}CONTAINS ${written(value)}`;
    });
  }
  const value = freeValue(reader);
  if (value === undefined) return undefined;
  if (/contain/.test(like)) return `name ${negated ? 'NOT ' : ''}CONTAINS ${written(value)}`;
  if (/start|begin/.test(like)) return `${negated ? 'NOT ' : ''}name STARTS WITH ${written(value)}`;
  if (/end/.test(like)) return `${negated ? 'NOT ' : ''}name ENDS WITH ${written(value)}`;
  return `name ${negated ? '!=' : '='} ${written(value)}`;
};

/** Words in texts. Only what is in quotes is taken for words. */
const content: ItemPhrase = (reader, negated) => {
  reader.take(
    'containing|contain|mentioning|that mention|which mention|that say|saying|contains|mentions|mention|say|the word|the words|the phrase|containing the word|containing the words|with the word|that contain|that contain the word|mentioning the word|the text',
  );
  const listed = reader.several(() => (reader.now?.quoted === true ? freeValue(reader) : undefined));
  if (
    listed === undefined ||
    !reader.words.some(each =>
      /^(texts?|documents?|articles?|messages?|reviews|letters|emails|tickets?)$/.test(each.lower),
    )
  )
    return undefined;
  if (listed.joint === 'and')
    return negated ? undefined : listed.found.map(each => `freeText CONTAINS ${written(each)}`).join(' AND ');
  const values = listed.found.map(written);
  return `freeText ${negated ? 'NOT ' : ''}CONTAINS ${values.length === 1 ? values[0] : `[${values.join(', ')}]`}`;
};

/** Comments on items. */
const comments: ItemPhrase = (reader, negated) => {
  const amount = reader.attempt(() => readAmount(reader));
  reader.take('a|an|any|some|the');
  const state = reader.take('open|unresolved|resolved|closed|unanswered');
  if (reader.take('comments|comment|remarks|remark') === undefined) return undefined;
  const inner: string[] =
    state === undefined ? [] : [`resolved = ${/^(resolved|closed)$/.test(state) ? 'true' : 'false'}`];
  for (;;) {
    const condition = reader.attempt(() => {
      reader.take('that were|that are|which are|that was|that|which|are|is|were');
      if (reader.take('unresolved|open|not resolved') !== undefined) return 'resolved = false';
      if (reader.take('resolved|closed') !== undefined) return 'resolved = true';
      if (
        reader.take(
          'mention|mentions|mentioning|containing|contain|contains|saying|say|says|about|with the word|with',
        ) !== undefined
      ) {
        reader.take('the word');
        const value = freeValue(reader);
        return value === undefined ? undefined : `text CONTAINS ${written(value)}`;
      }
      if (reader.take('by|from|written by|made by|left by|of') !== undefined) {
        const person = reader.person();
        if (person !== undefined) return `createdBy = ${person}`;
      }
      const aged = reader.attempt(() => {
        const sign = reader.take('older than|newer than');
        const span = sign === undefined ? undefined : readSpan(reader);
        return span === undefined ? undefined : `createdAt ${sign === 'older than' ? '<' : '>'} ${span}`;
      });
      if (aged !== undefined) return aged;
      reader.take('created|written|made|left|added');
      const time = readTime(reader);
      return time === undefined ? undefined : `createdAt ${time}`;
    });
    if (condition === undefined) break;
    inner.push(condition);
  }
  if (amount !== undefined) {
    if (negated || amount.operator === 'between') return undefined;
    return `commentCount(${inner.join(' AND ')}) ${amount.text}`;
  }
  if (inner.length === 0) return `commentCount() ${negated ? '= 0' : '> 0'}`;
  return `comment${negated ? '.none' : ''}(${inner.join(' AND ')})`;
};

/** Conditions on fields, texts and comments, in the order in which they are tried. */
export const fieldPhrases: readonly ItemPhrase[] = [comments, itemName, content, compared, named];
