import { printQuery } from '../query/print-query.ts';
import { parseQuery } from '../query/parse-query.ts';
import type { QuerySchema } from '../query/query-schema.ts';
import { resolveQuery } from '../query/resolve-query.ts';
import type { Clauses } from './clause-phrase.ts';
import { readClause } from './clause-phrase.ts';
import { fieldPhrases } from './field-phrases.ts';
import { itemPhrases } from './item-phrases.ts';
import { placePhrases } from './place-phrases.ts';
import { readLabelled, readObjects } from './object-phrase.ts';
import { NotTranslatable, PhraseReader } from './phrase-reader.ts';
import { wordsOf } from './words.ts';
import { readSimilar } from './similar-phrase.ts';

/** Result of a question. */
export type Answer =
  | { readonly kind: 'query'; readonly query: string }
  | {
      readonly kind: 'unclear';
      /** Says what was not understood, and what to write instead. */
      readonly message: string;
      /** Words that were not understood. */
      readonly unknown: readonly string[];
      /** The query of what was understood, to be edited. */
      readonly query: string;
    };

/** Characters of a question. */
export const MOST_CHARACTERS = 500;

const ITEMS =
  'item|items|image|images|picture|pictures|photo|photos|pics|frame|frames|file|files|text|texts|document|documents|docs|article|articles|message|messages|video|videos|clip|clips|form|forms|record|records|entry|entries|task|tasks|everything|all|anything|those|ones|patients|patient|recordings|reviews|tickets|scans|data';
const FILLERS =
  'please|show me|show|find me|find|list|give me|give|get me|get|search for|look for|looking for|i want to see|i want|i need|i am looking for|can you find|could you show me|which|what|whose|where|the|a|an|any|every|that|who|there are|there is|are there|are|is|was|were|be|been|being|have been|has been|have|has|had|having|do|does|did|with|contain|contains|containing|showing|show|shows|featuring|including|depicting|of|still|already|currently|yet|now|also|me all|so far|in which|on which|in how many|how many items|how many images|how many pictures|how many photos|how many files|how many videos|how many texts|how many forms|exist|which ones|in the project|in this project|at all|both';
const NOT =
  "not|isn't|aren't|is not|are not|wasn't|weren't|haven't|hasn't|has not|have not|have not been|has not been|haven't been|hasn't been|but not|and not|without|without a|without an|without any|no|with no|but no|and no|have no|has no|having no|don't have|do not have|don't contain|do not contain|doesn't have|does not have|doesn't contain|does not contain|that lack|lacking|lack|except|excluding|other than|without the|there is no|there are no|not in|not a|aren't in|are not in|neither|not have|not contain|not containing|don't show|do not show|everything but|all but|anything but|everything except|all except|everything other than";
/** Words that would be about the objects just named, not about items. */
const OF_OBJECTS =
  'of|containing|contain|contains|showing|show|shows|including|having|has|have|had|depicting|featuring';
const NOT_AFTER_OBJECTS =
  "not|isn't|aren't|wasn't|weren't|is not|are not|was not|were not|that are not|that is not|that aren't|that isn't|that were not|that weren't|which are not|which aren't|that have not|that haven't|other than";

interface Term {
  readonly text: string;
  readonly negated: boolean;
  /** It is about objects. */
  readonly objects: boolean;
  /** Word that joins the term to the one before it. */
  readonly joint: 'and' | 'or' | undefined;
  /** It precedes the noun, as an adjective does. */
  readonly before: boolean;
}

/**
 * Translates a question in English into a query, by rules alone. It never guesses: what it does not understand is said.
 */
export function translate(question: string, schema: QuerySchema): Answer {
  const reader = new PhraseReader(wordsOf(question.slice(0, MOST_CHARACTERS)), schema);
  const terms: Term[] = [];
  const clauses: Clauses = {};
  const unknown: string[] = [];
  let nouned = false;
  let joint: Term['joint'];
  let sign: string | undefined;
  let firstAfter = 0;
  let message: string | undefined;
  try {
    while (!reader.ended) {
      const similar = readSimilar(reader);
      if (similar === 'unnamed')
        throw new NotTranslatable('Name the item by its number, for example: images similar to item 5521.');
      if (similar !== undefined) {
        terms.push({
          text: similar,
          negated: false,
          objects: false,
          joint: terms.length === 0 ? undefined : joint,
          before: !nouned,
        });
        joint = undefined;
        sign = undefined;
        continue;
      }
      if (readClause(reader, clauses, lastField(terms))) continue;
      const next = reader.sees(NOT) ? undefined : reader.take(', and|, or|, but|and|or|but|,|as well as|plus');
      if (next !== undefined) {
        sign = next;
        joint = next.endsWith('or') ? 'or' : 'and';
        firstAfter = reader.at;
        continue;
      }
      const afterObjects = joint === undefined && terms.at(-1)?.objects === true;
      const found = afterObjects && reader.sees(NOT_AFTER_OBJECTS) ? readPlace(reader) : readTerm(reader);
      if (found !== undefined) {
        demandClear(terms.at(-1), found.terms[0]!, sign, reader.words[firstAfter]?.lower);
        const own = terms.length === 0 ? undefined : joint;
        terms.push(
          ...found.terms.map(text => ({
            negated: found.negated,
            objects: found.objects,
            text,
            joint: own,
            before: !nouned,
          })),
        );
        joint = undefined;
        sign = undefined;
        continue;
      }
      if (afterObjects && reader.sees(OF_OBJECTS)) {
        unknown.push(reader.now!.text);
        reader.at += 1;
        continue;
      }
      if (reader.attempt(() => (reader.take('only|just'), reader.take('the'), reader.take(ITEMS))) !== undefined) {
        nouned = true;
        continue;
      }
      if (reader.take(FILLERS) !== undefined) continue;
      unknown.push(reader.now!.text);
      reader.at += 1;
    }
  } catch (error) {
    if (!(error instanceof NotTranslatable)) throw error;
    message = error.message;
  }
  const condition = joined(terms);
  if (condition === undefined && message === undefined)
    message = 'It is not clear how “and” and “or” belong together. Write the query with brackets, or ask in two steps.';
  const query = [
    condition ?? '',
    ...(clauses.order === undefined ? [] : [`ORDER BY ${clauses.order}`]),
    ...(clauses.limit === undefined ? [] : [clauses.limit]),
  ]
    .filter(each => each !== '')
    .join(' ');
  return checked(query, question, schema, unknown, message);
}

function checked(
  text: string,
  question: string,
  schema: QuerySchema,
  unknown: readonly string[],
  message: string | undefined,
): Answer {
  const parsed = parseQuery(text);
  const { problems, warnings } = resolveQuery(parsed.query, schema);
  const [problem] = [...parsed.problems, ...problems, ...warnings];
  const query = parsed.problems.length > 0 ? '' : printQuery(parsed.query);
  const said =
    message ??
    (question.length > MOST_CHARACTERS
      ? `A question has at most ${MOST_CHARACTERS} characters.`
      : unknown.length > 0
        ? `Not understood: ${unknown.map(each => `“${each}”`).join(', ')}.`
        : problem?.message);
  return said === undefined ? { kind: 'query', query } : { kind: 'unclear', message: said, unknown, query };
}

interface Reading {
  readonly terms: readonly string[];
  readonly negated: boolean;
  readonly objects: boolean;
}

/** Words after “and” that begin a condition of its own. */
const BEGINNING = /^(with|without|in|that|which|are|is|not|has|have|no|at|more|from|assigned)$/;

/** Refuses what has two readings. @throws NotTranslatable */
function demandClear(
  before: Term | undefined,
  text: string,
  sign: string | undefined,
  first: string | undefined,
): void {
  if (before === undefined || sign !== 'and') return;
  const counted = /Count\(.*\) (>|<|>=|<=) /.test(before.text) && /Count\(.*\) = /.test(text);
  if (counted)
    throw new NotTranslatable(
      'It is not clear whether both numbers are bounds. Say “at least” or “exactly” with each.',
    );
  if (before.text.includes(' IN [') && !BEGINNING.test(first ?? ''))
    throw new NotTranslatable(
      'It is not clear how “and” and “or” belong together. Ask in two steps, or write the query.',
    );
}

/** Conditions that come next, all of which have to hold; undefined when the words are none. */
function readTerm(reader: PhraseReader): Reading | undefined {
  return reader.attempt(() => {
    const plain = tryAll(reader, false);
    if (plain !== undefined) return { ...plain, negated: false };
    if (reader.take(NOT) === undefined) return undefined;
    reader.take('yet|already|still|been|in any|ones that are|those|the ones that are|the');
    const found = tryAll(reader, true);
    return found === undefined ? undefined : { ...found, negated: true };
  });
}

/**
 * A negation after objects: of a place it is about the item; of anything else it may be about the objects.
 * @throws NotTranslatable
 */
function readPlace(reader: PhraseReader): Reading {
  reader.take(NOT_AFTER_OBJECTS);
  for (const phrase of placePhrases) {
    const text = reader.attempt(() => phrase(reader, true));
    if (text !== undefined) return { terms: [text], negated: true, objects: false };
  }
  throw new NotTranslatable('It is not clear whether “not” is about the objects or the items.');
}

function tryAll(reader: PhraseReader, negated: boolean): Omit<Reading, 'negated'> | undefined {
  const labelled = readLabelled(reader, negated);
  if (labelled !== undefined) return { terms: [labelled], objects: true };
  const objects = (): readonly string[] | undefined => readObjects(reader, negated);
  const ways = [
    ...fieldPhrases.map(phrase => () => single(phrase(reader, negated))),
    objects,
    ...itemPhrases.map(phrase => () => single(phrase(reader, negated))),
  ];
  // The reading that explains most words; of two equal ones the earlier.
  const { at } = reader;
  let best: (Omit<Reading, 'negated'> & { readonly end: number }) | undefined;
  for (const way of ways) {
    const terms = reader.attempt(way);
    if (terms !== undefined && reader.at > (best?.end ?? at))
      best = { terms, objects: way === objects, end: reader.at };
    reader.at = at;
  }
  if (best === undefined) return undefined;
  reader.at = best.end;
  return best;
}

const single = (term: string | undefined): readonly string[] | undefined => (term === undefined ? undefined : [term]);

/** The field of the last comparison with a number, which “highest first” is about. */
function lastField(terms: readonly Term[]): string | undefined {
  const found = /^((?:metadata|custom)\.[\w`.-]+)/.exec(terms.at(-1)?.text ?? '');
  return found?.[1];
}

const bracketed = (text: string): string =>
  / (AND|OR) /.test(text.replace(/\([^()]*(\([^()]*\)[^()]*)*\)|\[[^\]]*\]|"[^"]*"|BETWEEN .* AND /g, ''))
    ? `(${text})`
    : text;

/** The terms as one condition: adjectives joined by “or” belong together; undefined when it is not clear what does. */
function joined(terms: readonly Term[]): string | undefined {
  const ors = terms.filter(each => each.joint === 'or').length;
  if (ors === 0) return terms.map(each => bracketed(each.text)).join(' AND ');
  // “Not pinned or completed” may negate both.
  if (terms.some((each, index) => each.joint === 'or' && terms[index - 1]!.negated && !each.negated)) return undefined;
  const links = terms.slice(1);
  if (links.every(each => each.joint === 'or')) return terms.map(each => bracketed(each.text)).join(' OR ');
  const before = terms.filter(each => each.before);
  const after = terms.filter(each => !each.before);
  const together = before.slice(1).every(each => each.joint === 'or') && !after.some(each => each.joint === 'or');
  if (before.length < 2 || !together) return undefined;
  return [
    `(${before.map(each => bracketed(each.text)).join(' OR ')})`,
    ...after.map(each => bracketed(each.text)),
  ].join(' AND ');
}
