import { allAtOnce } from '#core/base/common/index.ts';
import type { Steps } from '#core/base/common/index.ts';
import { schemaSteps } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { isRecord } from './json-value.ts';

/** The schema version of documents that name none. */
export const defaultVersion = 'V1.00';

/** One finding about a document. An error refuses it; with warnings it is stored, and they are reported. */
export interface DocumentIssue {
  /** Keys joined with `.`, list positions as `[n]`, e.g. `instances[0].points.x1`; empty for the root. */
  readonly path: string;
  readonly message: string;
  readonly severity: 'error' | 'warning';
}

export const errorAt = (path: string, message: string): DocumentIssue => ({ path, message, severity: 'error' });
export const warningAt = (path: string, message: string): DocumentIssue => ({ path, message, severity: 'warning' });

/** True when nothing refuses the document. */
export const isAccepted = (issues: readonly DocumentIssue[]): boolean =>
  issues.every(issue => issue.severity !== 'error');

/**
 * Checks a document against the schema of its project type. An unknown `version` is the only finding when there is
 * one: nothing else can be said then.
 */
export function* documentChecks(schema: JsonSchema, document: unknown): Steps<readonly DocumentIssue[]> {
  const version = isRecord(document) ? document['version'] : undefined;
  if (version !== undefined && version !== null && version !== defaultVersion)
    return [errorAt('', `Schema ${String(version)} does not exist.`)];
  return (yield* schemaSteps(schema, document)).map(problem => errorAt(problem.path, problem.message));
}

/** All of {@link documentChecks} at once. */
export const checkDocument = (schema: JsonSchema, document: unknown): readonly DocumentIssue[] =>
  allAtOnce(documentChecks(schema, document));

/**
 * The findings as text: one line each, sorted by path, the path padded with blanks to 48 characters; a finding about
 * the root is its message alone.
 */
export function reportText(issues: readonly DocumentIssue[]): string {
  const sorted = issues.toSorted((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0));
  return sorted
    .map(issue => (issue.path === '' ? issue.message : `${issue.path.padEnd(48)}${issue.message}`))
    .join('\n');
}
