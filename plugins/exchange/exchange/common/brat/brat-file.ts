import { ExchangeError } from '../exchange/exchange-error.ts';

/** A text-bound annotation: its stretches in code points of the file's text. */
export interface BratSpan {
  readonly id: string;
  readonly type: string;
  readonly stretches: readonly (readonly [number, number])[];
  /** The text it covers, as the file says; undefined when it does not. */
  readonly covered: string | undefined;
  readonly line: number;
}

/** A directed link: of a relation, a role of an event, or one way of an equivalence. */
export interface BratLink {
  /** Id of the relation; '' for roles and equivalences, which nothing can refer to. */
  readonly id: string;
  readonly type: string;
  readonly from: string;
  readonly to: string;
  readonly line: number;
}

/** Something said of a span, an event, or a relation; `target` is '' for the document. */
export interface BratValue {
  readonly kind: 'attribute' | 'note';
  readonly name: string;
  readonly target: string;
  readonly value: string;
  readonly line: number;
}

/**
 * Content of an `.ann` file. Events are their triggers; of several events with one trigger, each but the first is a
 * span of its own.
 */
export interface BratFile {
  readonly spans: readonly BratSpan[];
  readonly links: readonly BratLink[];
  readonly values: readonly BratValue[];
  /** Trigger by event. */
  readonly triggers: ReadonlyMap<string, string>;
}

/** True for a line of the format. */
export const isBratLine = (line: string): boolean =>
  /^(?:T\S+\t\S+ \d+ \d+(?:;\d+ \d+)*(?:\t|\s*$)|[REAMN]\S+\t\S|\*\t\S|#\S*\t\S)/.test(line);

interface Taken {
  readonly spans: BratSpan[];
  readonly links: BratLink[];
  readonly values: BratValue[];
  readonly triggers: Map<string, string>;
}
type Reader = (id: string, head: string, tail: string | undefined, line: number, into: Taken) => boolean;

const readSpan: Reader = (id, head, covered, line, { spans }) => {
  const [, type, places] = /^(\S+) (\d+ \d+(?:;\d+ \d+)*)$/.exec(head.trim()) ?? [];
  if (type === undefined || places === undefined) return false;
  const stretches = places.split(';').map(each => each.split(' ').map(Number) as [number, number]);
  if (!stretches.every(([start, end]) => end > start && Number.isSafeInteger(end))) return false;
  spans.push({ id, type, stretches, covered, line });
  return true;
};

/** Words `ROLE:ID` of a line. */
const rolesOf = (words: readonly string[]): readonly (readonly [string, string])[] | undefined => {
  const roles = words.map(
    word => [word.slice(0, word.lastIndexOf(':')), word.slice(word.lastIndexOf(':') + 1)] as const,
  );
  return roles.every(([role, id]) => role !== '' && id !== '') ? roles : undefined;
};

const wordsOf = (head: string): readonly string[] => head.trim().split(/\s+/);

const readRelation: Reader = (id, head, _, line, { links }) => {
  const [type, ...words] = wordsOf(head);
  const roles = rolesOf(words);
  if (type === undefined || roles?.length !== 2) return false;
  links.push({ id, type, from: roles[0]![1], to: roles[1]![1], line });
  return true;
};

const readEvent: Reader = (id, head, _, line, { links, triggers }) => {
  const roles = rolesOf(wordsOf(head));
  if (roles === undefined) return false;
  triggers.set(id, roles[0]![1]);
  for (const [role, target] of roles.slice(1)) links.push({ id: '', type: role, from: id, to: target, line });
  return true;
};

const readEquivalence: Reader = (_, head, __, line, { links }) => {
  const [type, ...members] = wordsOf(head);
  if (type === undefined || members.length < 2) return false;
  members
    .slice(1)
    .forEach((member, at) =>
      links.push(
        { id: '', type, from: members[at]!, to: member, line },
        { id: '', type, from: member, to: members[at]!, line },
      ),
    );
  return true;
};

const readAttribute: Reader = (_, head, __, line, { values }) => {
  const [name, target, ...value] = wordsOf(head);
  if (name === undefined || target === undefined) return false;
  values.push({ kind: 'attribute', name, target, value: value.length === 0 ? 'true' : value.join(' '), line });
  return true;
};

const readNote: Reader = (_, head, tail, line, { values }) => {
  const [name, target, ...rest] = wordsOf(head);
  if (name === undefined || name === '') return false;
  values.push({ kind: 'note', name, target: target ?? '', value: tail ?? rest.join(' '), line });
  return true;
};

/** `N1<tab>Reference T1 Wikipedia:5<tab>title`: the place looked up is the value. */
const readReference: Reader = (_, head, tail, line, { values }) => {
  const [name, target, ...place] = wordsOf(head);
  if (name === undefined || target === undefined) return false;
  values.push({ kind: 'note', name, target, value: place.join(' ') || (tail ?? ''), line });
  return true;
};

const readers: Readonly<Record<string, Reader>> = {
  T: readSpan,
  R: readRelation,
  E: readEvent,
  '*': readEquivalence,
  A: readAttribute,
  M: readAttribute,
  N: readReference,
  '#': readNote,
};

/** Gives each event a span of its own, so that what is said of one is not said of another with the same trigger. */
function separateEvents({ spans, triggers }: Taken): void {
  const byId = new Map(spans.map(each => [each.id, each]));
  const used = new Set<string>();
  for (const [event, trigger] of triggers) {
    const span = byId.get(trigger);
    if (used.has(trigger) && span !== undefined) {
      spans.push({ ...span, id: event });
      triggers.set(event, event);
    }
    used.add(trigger);
  }
}

/** Reads an `.ann` file. @throws ExchangeError naming the line that is none of the format */
export function readBratText(text: string, path: string): BratFile {
  const into: Taken = { spans: [], links: [], values: [], triggers: new Map() };
  text.split(/\r\n?|\n/).forEach((line, at) => {
    if (line.trim() === '') return;
    const [id, head, ...tail] = line.split('\t');
    const reader = Object.hasOwn(readers, line[0]!) ? readers[line[0]!] : undefined;
    if (
      reader === undefined ||
      head === undefined ||
      !reader(id!, head, tail.length === 0 ? undefined : tail.join('\t'), at + 1, into)
    )
      throw new ExchangeError(
        path,
        `line ${at + 1} is no line of brat: '${line.slice(0, 60).replaceAll(/\p{Cc}/gu, ' ')}'`,
      );
  });
  separateEvents(into);
  return into;
}
