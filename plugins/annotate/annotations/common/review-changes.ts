import type { DocumentIssue } from './checks.ts';
import { errorAt } from './checks.ts';
import { recordsOf } from './json-value.ts';
import type { JsonRecord } from './json-value.ts';

/** The caller's rights over reviews of others. */
export interface ReviewRightsOfCaller {
  readonly email: string;
  readonly approve: boolean;
  readonly resolve: boolean;
  readonly remove: boolean;
}

/**
 * The review in a stored document: its comments, and the objects that are approved (false) or disapproved (true), by
 * id.
 */
export interface StoredReview {
  readonly comments: readonly JsonRecord[];
  readonly approvals: Readonly<Record<string, unknown>>;
  /** Messages of earlier versions by {@link messageKey}: undo and restoring bring them back. */
  readonly earlier?: ReadonlySet<string>;
}

/** Names a message by all that it says. */
export const messageKey = ({ text, email, createdAt }: JsonRecord): string =>
  JSON.stringify([text, email, createdAt ?? null]);

/**
 * Returns the changes to reviews that the caller may not make in a document. An approval may always go, for every edit
 * takes it off; what is new has none (see {@link withoutNewApprovals}).
 */
export function reviewIssues(
  before: StoredReview,
  document: JsonRecord,
  caller: ReviewRightsOfCaller,
): readonly DocumentIssue[] {
  return [
    ...(caller.approve ? [] : approvalIssues(before.approvals, document)),
    ...commentIssues(before, document, caller),
  ];
}

/** The document with no decision on objects that were not there before: copies of what was approved are not. */
export function withoutNewApprovals(document: JsonRecord, { approvals }: StoredReview): JsonRecord {
  if (!Array.isArray(document['instances'])) return document;
  const isNew = (each: unknown): each is JsonRecord =>
    typeof each === 'object' &&
    each !== null &&
    typeof (each as JsonRecord)['error'] === 'boolean' &&
    !(String((each as JsonRecord)['id']) in approvals);
  return document['instances'].some(isNew)
    ? {
        ...document,
        instances: document['instances'].map((each: unknown) => (isNew(each) ? { ...each, error: null } : each)),
      }
    : document;
}

function approvalIssues(approvals: StoredReview['approvals'], document: JsonRecord): readonly DocumentIssue[] {
  const instances = Array.isArray(document['instances']) ? (document['instances'] as readonly unknown[]) : [];
  return instances.flatMap((each, place) => {
    const { id, error } = (typeof each === 'object' && each !== null ? each : {}) as JsonRecord;
    const old = approvals[String(id)] ?? null;
    const now = error ?? null;
    const allowed = old === null || now === old || (now === null && old === false);
    return allowed ? [] : [errorAt(`instances[${place}].error`, 'your role may not approve or disapprove objects')];
  });
}

function commentIssues(
  { comments: before, earlier }: StoredReview,
  document: JsonRecord,
  caller: ReviewRightsOfCaller,
): readonly DocumentIssue[] {
  const after = recordsOf(document['comments']);
  const taken = new Set<JsonRecord>();
  const known = before.flatMap((old): readonly DocumentIssue[] => {
    const place = after.findIndex(each => !taken.has(each) && sameThread(old, each));
    const now = after[place];
    if (now === undefined)
      return caller.remove || authorOf(old) === caller.email
        ? []
        : [errorAt('comments', `your role may not delete the comment “${firstText(old)}”`)];
    taken.add(now);
    return threadIssues(old, now, place, caller, earlier);
  });
  const begun = after.flatMap((each, place) =>
    taken.has(each)
      ? []
      : messagesOf(each).flatMap((message, index) =>
          foreignMessage(message, `comments[${place}].correspondence[${index}]`, caller, earlier),
        ),
  );
  return [...known, ...begun];
}

function threadIssues(
  old: JsonRecord,
  now: JsonRecord,
  place: number,
  caller: ReviewRightsOfCaller,
  earlier: StoredReview['earlier'],
): readonly DocumentIssue[] {
  const path = `comments[${place}]`;
  const resolving =
    (old['resolved'] === true) !== (now['resolved'] === true) && !caller.resolve && authorOf(old) !== caller.email
      ? [errorAt(`${path}.resolved`, 'your role may resolve and open its own comments only')]
      : [];
  const left = [...messagesOf(now)];
  const gone = messagesOf(old).flatMap(message => {
    const at = left.findIndex(each => messageKey(each) === messageKey(message));
    if (at >= 0) {
      left.splice(at, 1);
      return [];
    }
    return caller.remove || message['email'] === caller.email
      ? []
      : [errorAt(`${path}.correspondence`, 'your role may not delete or change messages of others')];
  });
  return [
    ...resolving,
    ...gone,
    ...left.flatMap(message => foreignMessage(message, `${path}.correspondence`, caller, earlier)),
  ];
}

const foreignMessage = (
  message: JsonRecord,
  path: string,
  { email }: ReviewRightsOfCaller,
  earlier: StoredReview['earlier'],
): readonly DocumentIssue[] =>
  message['email'] === email || earlier?.has(messageKey(message)) === true
    ? []
    : [errorAt(`${path}.email`, 'must be your own: you write for yourself only')];

/** Uploaded comments have no id until they are saved; those are known by how they begin. */
function sameThread(one: JsonRecord, other: JsonRecord): boolean {
  if (typeof one['id'] === 'string') return one['id'] === other['id'];
  const [first] = messagesOf(one);
  const [second] = messagesOf(other);
  return first !== undefined && second !== undefined && messageKey(first) === messageKey(second);
}

const messagesOf = (comment: JsonRecord): readonly JsonRecord[] => recordsOf(comment['correspondence']);
const firstText = (comment: JsonRecord): string => String(messagesOf(comment)[0]?.['text'] ?? '').slice(0, 60);
const authorOf = (comment: JsonRecord): unknown =>
  (comment['createdBy'] as JsonRecord | null | undefined)?.['email'] ?? messagesOf(comment)[0]?.['email'];
