import { readTimes } from './amounts.ts';
import { readSpan, readTime } from './date-phrase.ts';
import { placePhrases } from './place-phrases.ts';
import type { PhraseReader, ItemPhrase } from './phrase-reader.ts';
import { among, NotTranslatable, written } from './phrase-reader.ts';

/** Other words for statuses, by the system's names. */
const SYNONYMS: readonly (readonly [string, string])[] = [
  ['finished|done|complete|completed', 'Completed'],
  ['untouched|unstarted|not started', 'NotStarted'],
  ['in qa|in qc|in review|under review|in quality control|in quality check', 'QualityCheck'],
  ['ongoing|being annotated|in progress|under way', 'InProgress'],
  ['sent back|returned|came back|come back', 'Returned'],
];

function statusName(reader: PhraseReader): string | undefined {
  const { statuses } = reader.schema;
  const own = reader.name(statuses);
  if (own !== undefined) return own.name;
  for (const [phrases, name] of SYNONYMS)
    if (statuses.some(each => each.name === name) && reader.take(phrases) !== undefined) return name;
  return undefined;
}

const UNFINISHED = 'unfinished|incomplete|uncompleted';

/** A status now, or one in the past: `completed yesterday`, `returned more than twice`, `never skipped`. */
const status: ItemPhrase = (reader, negated) => {
  if (reader.take('moved from|changed from|went from|changed status from') !== undefined) {
    const from = statusName(reader);
    const to = reader.take('to') === undefined ? undefined : statusName(reader);
    if (from === undefined || to === undefined) return undefined;
    const time = readTime(reader);
    return `${negated ? 'NOT ' : ''}history(from = ${from} AND to = ${to}${time === undefined ? '' : ` AND at ${time}`})`;
  }
  const never = reader.take('never|never been') !== undefined;
  const ever = reader.take('ever|ever been|once') !== undefined;
  if (reader.take(UNFINISHED) !== undefined)
    return never || ever || negated ? undefined : 'metadata(status != Completed)';
  const readNames = (): ReturnType<typeof reader.several<string>> =>
    reader.several(() => statusName(reader) ?? (reader.take('in') === undefined ? undefined : statusName(reader)));
  const listed =
    readNames() ??
    (reader.take('in|status is|status|in status|with status|in the status|in state') === undefined
      ? undefined
      : readNames());
  if (listed === undefined) return undefined;
  const names = listed.found.map(written);
  if (reader.take('status|state') !== undefined && (never || ever)) return undefined;
  const times = readTimes(reader);
  if (times !== undefined)
    return names.length > 1 || negated ? undefined : `historyCount(to = ${names[0]}) ${times.text}`;
  const by = reader.attempt(() => (reader.take('by') === undefined ? undefined : reader.person()));
  const time = readTime(reader);
  if (never)
    return names.length > 1 || by !== undefined || time !== undefined
      ? undefined
      : `historyCount(to = ${names[0]}) = 0`;
  if (by !== undefined || time !== undefined || ever)
    return `${negated ? 'NOT ' : ''}history(${[
      `to ${among(names)}`,
      ...(by === undefined ? [] : [`user = ${by}`]),
      ...(time === undefined ? [] : [`at ${time}`]),
    ].join(' AND ')})`;
  return `metadata(status ${among(names, negated)})`;
};

const DONE: readonly (readonly [string, string])[] = [
  ['completed|complete|finished|finish', 'Completed'],
  ['returned|return|sent back|send back', 'Returned'],
  ['skipped|skip', 'Skipped'],
];

/** `Ana returned`, `did Ben complete yesterday`: what a person did to an item. */
const doneBy: ItemPhrase = (reader, negated) => {
  // “Of Ana completed” may be two conditions.
  if (/^(of|from|by|for|with|to)$/.test(reader.words[reader.at - 1]?.lower ?? '')) return undefined;
  const people = reader.several(() => reader.person());
  if (people === undefined) return undefined;
  const both = reader.take('both') !== undefined;
  reader.take('has|have|had');
  if (reader.take('commented on|commented') !== undefined)
    return negated
      ? undefined
      : people.joint === 'and'
        ? people.found.map(each => `comment(createdBy = ${each})`).join(' AND ')
        : `comment(createdBy ${among(people.found)})`;
  if (both || people.joint === 'and') return undefined;
  const { statuses } = reader.schema;
  const done = reader.several(
    () =>
      DONE.find(
        ([phrases, name]) => statuses.some(each => each.name === name) && reader.take(phrases) !== undefined,
      )?.[1],
  );
  if (done === undefined || done.joint === 'and') return undefined;
  const time = readTime(reader);
  return `${negated ? 'NOT ' : ''}history(to ${among(done.found)} AND user ${among(people.found)}${time === undefined ? '' : ` AND at ${time}`})`;
};

/** Words that are a condition as they are, and what they say when negated. */
const FLAGS: readonly (readonly [phrases: string, holds: string, fails: string | undefined])[] = [
  ['approved|accepted', 'metadata(approvalStatus = true)', 'metadata(approvalStatus != true)'],
  ['disapproved|rejected', 'metadata(approvalStatus = false)', 'metadata(approvalStatus != false)'],
  ['unreviewed|without approval', 'metadata(approvalStatus = none)', undefined],
  ['reviewed', 'metadata(approvalStatus != none)', 'metadata(approvalStatus = none)'],
  ['pinned', 'metadata(pinned = true)', 'metadata(pinned = false)'],
  ['unpinned', 'metadata(pinned = false)', undefined],
  [
    'unassigned|assigned to nobody|assigned to no one|nobody is assigned to|no one is assigned to',
    'assignment(email = none)',
    undefined,
  ],
  [
    'assigned|assigned to anyone|assigned to somebody|assigned to someone|assigned to anybody',
    'assignmentCount() > 0',
    'assignment(email = none)',
  ],
  ['bookmarked|my bookmarked|in my bookmarks|i bookmarked|my bookmarks', 'bookmarked(me())', 'NOT bookmarked(me())'],
  ['unannotated|unlabelled|unlabeled|empty|blank', 'instanceCount() = 0', 'instanceCount() > 0'],
  [
    'predictions|a prediction|any predictions|model predictions',
    'metadata(isPredicted = true)',
    'metadata(isPredicted = false)',
  ],
  [
    'portrait|in portrait|portrait format|in portrait format|portrait orientation|in portrait orientation|vertical',
    'file(orientation = portrait)',
    'file(orientation != portrait)',
  ],
  [
    'landscape|in landscape|landscape format|in landscape format|landscape orientation|in landscape orientation',
    'file(orientation = landscape)',
    'file(orientation != landscape)',
  ],
  ['square|square format', 'file(orientation = square)', 'file(orientation != square)'],
  [
    'nobody annotates|no one annotates|nobody is annotating|an annotator',
    'assignment.Annotator(email = none)',
    undefined,
  ],
  ['nobody reviews|no one reviews', 'assignment.QA(email = none)', undefined],
];

/** “Without an annotator” and “nobody annotates” are the same, so the negation belongs to the first of them alone. */
const flag: ItemPhrase = (reader, negated) => {
  const without = reader.take('an annotator|annotator|annotators|a reviewer|reviewer|a qa|qa');
  if (without !== undefined)
    return negated ? `assignment.${/annotator/.test(without) ? 'Annotator' : 'QA'}(email = none)` : undefined;
  const found = FLAGS.filter(([phrases]) => phrases !== 'an annotator')
    .map(each => [each, longest(reader, each[0])] as const)
    .toSorted(([, one], [, other]) => other - one)[0];
  if (found === undefined || found[1] === 0) return undefined;
  reader.take(found[0][0]);
  return negated ? found[0][2] : found[0][1];
};

/** Words of the longest of some phrases that comes next; 0 when none does. */
function longest(reader: PhraseReader, phrases: string): number {
  const { at } = reader;
  reader.take(phrases);
  const length = reader.at - at;
  reader.at = at;
  return length;
}

/** People who work on an item. */
const assignment: ItemPhrase = (reader, negated) => {
  const mine = reader.take('my|mine') !== undefined;
  const verb = mine
    ? 'mine'
    : reader.take(
        'assigned to|held by|given to|belonging to|owned by|in the hands of|annotator is|whose annotator is|reviewer is|whose reviewer is|qa is',
      );
  if (verb === undefined) return undefined;
  const scope = verb.includes('annotator')
    ? 'assignment.Annotator'
    : /reviewer|qa/.test(verb)
      ? 'assignment.QA'
      : 'assignment';
  if (mine) return `${negated ? 'NOT ' : ''}assignment(email = me())`;
  if (
    reader.take(
      'paused people|paused persons|people who are paused|somebody who is paused|someone paused|paused contributors|paused annotators|a paused person|people that are paused',
    ) !== undefined
  )
    return `${negated ? 'NOT ' : ''}assignment(isPaused = true)`;
  if (reader.take('pending people|people who are pending|pending contributors|pending members') !== undefined)
    return `${negated ? 'NOT ' : ''}assignment(isPending = true)`;
  const people = reader.several(() => reader.person());
  if (people === undefined) return undefined;
  const role = reader.take('as annotator|as an annotator|as qa|as reviewer|as a reviewer|for review|for annotation');
  const named = role === undefined ? scope : /annot/.test(role) ? 'assignment.Annotator' : 'assignment.QA';
  if (people.joint === 'and') {
    if (negated) throw new NotTranslatable('Say “or” between the people who are left out.');
    return people.found.map(each => `${named}(email = ${each})`).join(' AND ');
  }
  return `${negated ? 'NOT ' : ''}${named}(email ${among(people.found)})`;
};

/** Dates and people of the item itself. */
const changed: ItemPhrase = (reader, negated) => {
  const rested = reader.attempt(() =>
    reader.take('untouched for|unchanged for|unmodified for') === undefined ? undefined : readSpan(reader),
  );
  if (rested !== undefined) return negated ? undefined : `metadata(updatedAt < ${rested})`;
  const verb = reader.take(
    'created|uploaded|added|imported|changed|updated|modified|edited|last changed|last edited|last updated|last modified|touched|last touched',
  );
  if (verb === undefined) return undefined;
  const made = /created|uploaded|added|imported/.test(verb);
  const people = reader.attempt(() =>
    reader.take('by') === undefined ? undefined : reader.several(() => reader.person()),
  );
  const time = readTime(reader);
  if (negated || (people === undefined && time === undefined) || (made && people !== undefined)) return undefined;
  if (people === undefined) return `metadata(${made ? 'createdAt' : 'updatedAt'} ${time})`;
  if (people.joint === 'and') throw new NotTranslatable('The last change is by one person. Say “or”.');
  return `metadata(lastAction.email ${among(people.found)}${time === undefined ? '' : ` AND lastAction.timestamp ${time}`})`;
};

const annotatedBy: ItemPhrase = (reader, negated) => {
  if (reader.take('annotated by|labelled by|labeled by|drawn by') === undefined) return undefined;
  const people = reader.several(() => reader.person());
  if (people === undefined || people.joint === 'and') return undefined;
  const time = readTime(reader);
  return `${negated ? 'instance.none' : 'instance'}(createdBy ${among(people.found)}${time === undefined ? '' : ` AND createdAt ${time}`})`;
};

const EXTENSIONS = 'png|jpg|jpeg|webp|tif|tiff|bmp|gif|mp4|mov|webm|txt|json|pdf|csv|html|dcm|wav|mp3';

const file: ItemPhrase = (reader, negated) => {
  const extension = reader.take(EXTENSIONS);
  if (extension === undefined) return undefined;
  return `file(extension ${negated ? '!=' : '='} ${extension})`;
};

/** Conditions on items, in the order in which they are tried. */
export const itemPhrases: readonly ItemPhrase[] = [
  ...placePhrases,
  assignment,
  flag,
  status,
  doneBy,
  annotatedBy,
  changed,
  file,
];
