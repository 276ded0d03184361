import type { DatabaseKind } from '#core/data/server/index.ts';
import { isLongRun, seededIndex } from './run-plan.ts';

/** Databases that every run tests a file on, and what the file proves there that another file does not. */
export interface DatabaseNeed {
  readonly on: readonly DatabaseKind[];
  readonly reason: string;
}

const BOTH: readonly DatabaseKind[] = ['pglite', 'postgres'];
/** The embedded database has one session: two transactions cannot meet there. */
const SERVER: readonly DatabaseKind[] = ['postgres'];
/**
 * Kinds that the seed chooses from. The embedded database takes seconds more to open and to compile, and is chosen for
 * one file in eight.
 */
const SEEDED: readonly DatabaseKind[] = ['pglite', ...Array.from({ length: 7 }, () => 'postgres' as const)];

/** Files that do not leave the choice of their database to the seed of the run. */
export const DATABASE_MATRIX: Readonly<Record<string, DatabaseNeed>> = {
  'core/auth/server/auth.test.ts': { on: BOTH, reason: 'Sessions are rotated under a row lock.' },
  'core/auth/server/mfa.test.ts': { on: BOTH, reason: 'A code that is sent several times at once counts once.' },
  'core/auth/server/attempts.test.ts': { on: BOTH, reason: 'Sixty attempts are counted at once, in one statement.' },
  'plugins/workspace/audit/server/audit.test.ts': {
    on: BOTH,
    reason: 'Entries are added at the end of a transaction that wrote, and sealed under a row lock.',
  },
  'core/data/server/database.test.ts': {
    on: BOTH,
    reason: 'Row-level security, roles, transactions, types, time zones and notifications differ by database.',
  },
  'core/data/server/migrate.test.ts': {
    on: BOTH,
    reason: 'Migrations run one at a time by an advisory lock, or by the one session.',
  },
  'core/data/server/jobs/jobs.test.ts': {
    on: BOTH,
    reason: 'The job queue picks rows with locks and listens for notifications.',
  },
  'core/data/server/jobs/job-recovery.test.ts': {
    on: BOTH,
    reason: 'A lost job is recovered by leases in the database.',
  },
  'plugins/annotate/annotations/server/class-merge.test.ts': {
    on: BOTH,
    reason: 'Merging locks the classes and rewrites documents in batches.',
  },
  'plugins/extend/automations/server/intake/intake.test.ts': {
    on: SERVER,
    reason: 'Schedules take due rows with skip locked, and deliveries arrive at once.',
  },
  'plugins/extend/webhooks/server/webhooks.test.ts': {
    on: BOTH,
    reason: 'Deliveries are claimed with locks that are skipped, and events wait in an outbox.',
  },
  'plugins/extend/automations/server/runs/transition-runs.test.ts': {
    on: BOTH,
    reason:
      'Actions run inside the transaction of a change, which the one session of the embedded database must not wait for.',
  },
  'plugins/extend/automations/server/automations.test.ts': {
    on: SERVER,
    reason: 'Waiting events are claimed with locks that are skipped.',
  },
  'plugins/extend/automations/server/events-and-actions.test.ts': {
    on: SERVER,
    reason: 'Saves that follow one another are joined under a lock.',
  },
  'plugins/extend/automations/server/applied-changes.test.ts': {
    on: SERVER,
    reason: 'Folders are made and items read at once.',
  },
  'plugins/extend/automations/server/run-model.test.ts': {
    on: SERVER,
    reason: 'Waiting events are claimed with locks that are skipped.',
  },
  'plugins/extend/automations/server/starts-and-limits.test.ts': {
    on: SERVER,
    reason: 'The allowance of a team is shared under an advisory lock.',
  },
  'plugins/workspace/items/server/list-conditions.test.ts': {
    on: BOTH,
    reason: 'Filters become SQL with collations, patterns and JSON.',
  },
  'plugins/analyze/explore/server/embeddings/similar-texts.test.ts': {
    on: SERVER,
    reason: 'Notes of writes are added up under locks that are skipped.',
  },
  'plugins/analyze/explore/server/pictures/pictures.test.ts': {
    on: BOTH,
    reason: 'Hashes are compared as bits, and descriptors are bytes that the two drivers return.',
  },
  'plugins/analyze/public-links/server/public-links.test.ts': {
    on: BOTH,
    reason: 'A link is found across teams, past row-level security, and read within one.',
  },
  'plugins/analyze/explore/server/explore-bounds.test.ts': {
    on: BOTH,
    reason: 'The index is read by raw SQL, and statements have size limits by database.',
  },
  'plugins/review/task-requests/server/request-queue.test.ts': {
    on: SERVER,
    reason: 'The queue is raw SQL that skips locked rows.',
  },
  'plugins/organize/workflow/server/workflow-change.test.ts': {
    on: SERVER,
    reason: 'Items are moved in bulk by raw SQL, and requests wait for the lock.',
  },

  'plugins/review/agreement/server/agreement.test.ts': {
    on: SERVER,
    reason: 'Many people ask for copies of one item at once.',
  },
  'plugins/extend/apps/server/custom-apps.test.ts': {
    on: SERVER,
    reason: 'Apps are counted, and drafts changed, under locks.',
  },
  'plugins/organize/custom-fields/server/custom-entities.test.ts': {
    on: SERVER,
    reason: 'Eight values of one field are written at once.',
  },
  'plugins/annotate/annotations/server/large/large-documents.test.ts': {
    on: SERVER,
    reason: 'Objects are saved at once while the document is written from them.',
  },
  'plugins/annotate/annotations/server/annotations.test.ts': {
    on: SERVER,
    reason: 'Twenty saves of one revision arrive at once.',
  },
  'plugins/workspace/items/server/items.test.ts': { on: SERVER, reason: 'One name is uploaded three times at once.' },
  'plugins/workspace/items/server/changing/bulk-changes.test.ts': {
    on: SERVER,
    reason: 'A change is undone and cancelled at once while its job runs.',
  },
  'plugins/workspace/items/server/resumable-uploads.test.ts': {
    on: SERVER,
    reason: 'One upload is finished twice at once.',
  },
  'plugins/annotate/language-models/server/models-server.test.ts': {
    on: SERVER,
    reason: 'Calls at once count against one budget, under its lock.',
  },
  'plugins/workspace/administration/server/organization.test.ts': {
    on: SERVER,
    reason: 'An owner switches a plugin while it is withheld.',
  },
  'plugins/workspace/profile/server/account-closing.test.ts': {
    on: SERVER,
    reason: 'An account is closed while its team is handed on.',
  },
  'plugins/workspace/projects/server/project-quota.test.ts': {
    on: SERVER,
    reason: 'Several people ask for the last place at once.',
  },
  'plugins/workspace/projects/server/project-users.test.ts': {
    on: SERVER,
    reason: 'Two permissions are given at once.',
  },
  'plugins/manage/project-progress/server/project-progress.test.ts': {
    on: SERVER,
    reason: 'The last items of a project are completed at once.',
  },
  'plugins/organize/workflow/server/vocabulary.test.ts': { on: SERVER, reason: 'Statuses are made at once.' },
  'tests/conformance/wire/annotations-forms.test.ts': { on: SERVER, reason: 'Six writes on one etag arrive at once.' },
  'tests/conformance/wire/items-writing.test.ts': { on: SERVER, reason: 'Six requests make the same names at once.' },
  'tests/conformance/server/kernel.test.ts': {
    on: SERVER,
    reason: 'Events of requests at once are numbered for each team.',
  },
};

const ONE_BY_ONE = 'Its requests come one after another, so that none waits for a lock.';
const ELSEWHERE = 'It does not reach the code that locks.';

/** Files beside code that locks, which the seed may run on one database all the same, and why. */
export const SEEDED_BESIDE_LOCKS: Readonly<Record<string, string>> = {
  'core/data/server/jobs/job-retention.test.ts': ONE_BY_ONE,
  'core/accounts/server/address-change.test.ts': ONE_BY_ONE,
  'core/auth/server/merged-migration.test.ts': ELSEWHERE,
  'core/auth/server/sms.test.ts': ONE_BY_ONE,
  'plugins/manage/annotation-providers/server/provider-requests.test.ts': ONE_BY_ONE,
  'plugins/exchange/integrations/server/attach-preview.test.ts': ONE_BY_ONE,
  'plugins/exchange/integrations/server/integration-crossing.test.ts': ONE_BY_ONE,
  'plugins/exchange/integrations/server/integrations-handlers.test.ts': ONE_BY_ONE,
  'plugins/extend/automations/server/killed-code.test.ts': ONE_BY_ONE,
  'plugins/extend/automations/server/pipeline-owners.test.ts': ONE_BY_ONE,
  'plugins/extend/automations/server/runs/run-statistics.test.ts': ONE_BY_ONE,
  'plugins/analyze/explore/server/item-texts.test.ts': ONE_BY_ONE,
  'plugins/extend/automations/server/custom-actions.test.ts': ONE_BY_ONE,
  'plugins/extend/automations/server/dry-run-documents.test.ts': ONE_BY_ONE,
  'plugins/annotate/annotations/server/annotation-transfer.test.ts': ONE_BY_ONE,
  'plugins/annotate/annotations/server/contributor-limits.test.ts': ONE_BY_ONE,
  'plugins/annotate/annotations/server/item-summaries.test.ts': ONE_BY_ONE,
  'plugins/annotate/annotations/server/missing-values.test.ts': ONE_BY_ONE,
  'plugins/exchange/exchange/server/import-classes.test.ts': ONE_BY_ONE,
  'plugins/analyze/explore/server/facets.test.ts': ONE_BY_ONE,
  'plugins/analyze/explore/server/example-pairs.test.ts': ONE_BY_ONE,
  'plugins/analyze/insights/server/charts.test.ts': ONE_BY_ONE,
  'plugins/exchange/exchange/server/cloud-formats.test.ts': ONE_BY_ONE,
  'plugins/exchange/exchange/server/video-formats.test.ts': ONE_BY_ONE,
  'plugins/manage/notifications/server/notifications.test.ts': ONE_BY_ONE,
  'plugins/manage/notifications/server/due-reminders.test.ts': ONE_BY_ONE,
  'plugins/analyze/analytics/server/grouped-figures.test.ts': ONE_BY_ONE,
  'plugins/analyze/analytics/server/reports.test.ts': ONE_BY_ONE,
  'plugins/analyze/analytics/server/part-figures.test.ts': ONE_BY_ONE,
  'plugins/exchange/exchange/server/tiled-windows.test.ts': ONE_BY_ONE,
  'plugins/organize/categories/server/categories.test.ts': ONE_BY_ONE,
  'plugins/organize/categories/server/category-transfer.test.ts': ONE_BY_ONE,
  'plugins/organize/categories/server/contributor-categories.test.ts': ONE_BY_ONE,
  'plugins/extend/apps/server/app-data-use.test.ts': ONE_BY_ONE,
  'plugins/organize/custom-fields/server/field-order.test.ts': ONE_BY_ONE,
  'plugins/organize/item-fields/server/custom-metadata.test.ts': ONE_BY_ONE,
  'plugins/annotate/editor-text/server/dictionaries.test.ts': ONE_BY_ONE,
  'plugins/annotate/editor-text/server/text-documents.test.ts': ONE_BY_ONE,
  'plugins/analyze/explore/server/class-uses.test.ts': ONE_BY_ONE,
  'plugins/analyze/explore/server/explore-rights.test.ts': ONE_BY_ONE,
  'plugins/annotate/form/server/form-builder.test.ts': ONE_BY_ONE,
  'plugins/annotate/form/server/form-crossing.test.ts': ONE_BY_ONE,
  'plugins/annotate/form/server/form-snippets.test.ts': ELSEWHERE,
  'plugins/annotate/form/server/team-form.test.ts': ONE_BY_ONE,
  'plugins/workspace/items/server/address-lists.test.ts': ONE_BY_ONE,
  'plugins/workspace/items/server/changing/item-copy-or-move.test.ts': ONE_BY_ONE,
  'plugins/exchange/s3-ingest/server/upload-access.test.ts': ONE_BY_ONE,
  'plugins/workspace/projects/server/contributors.test.ts': ONE_BY_ONE,
  'plugins/workspace/projects/server/instructions.test.ts': ONE_BY_ONE,
  'plugins/workspace/projects/server/project-cloning.test.ts': ONE_BY_ONE,
  'plugins/workspace/projects/server/projects.test.ts': ONE_BY_ONE,
  'plugins/exchange/exchange/server/exchange.test.ts': ONE_BY_ONE,
  'plugins/exchange/exchange/server/import-forecast.test.ts': ONE_BY_ONE,
  'plugins/exchange/exchange/server/import-places.test.ts': ONE_BY_ONE,
  'plugins/exchange/exchange/server/pixel-masks.test.ts': ONE_BY_ONE,
  'plugins/exchange/exchange/server/transfer.test.ts': ONE_BY_ONE,
  'plugins/exchange/exchange/server/whole-project.test.ts': ONE_BY_ONE,
  'plugins/organize/workflow/server/constraints.test.ts': ONE_BY_ONE,
  'plugins/organize/workflow/server/workflow.test.ts': ONE_BY_ONE,
};

/**
 * Returns the databases that this run tests a file on: one of those `available` at least. `LOUPE_TEST_DATABASE` names
 * one for all files.
 */
export function databasesFor(file: string, available: readonly DatabaseKind[] = BOTH): readonly DatabaseKind[] {
  const only = process.env['LOUPE_TEST_DATABASE'];
  if (only !== undefined) return BOTH.filter(each => each === only);
  if (isLongRun) return BOTH;
  const chosen = DATABASE_MATRIX[file]?.on ?? [SEEDED[seededIndex(file, SEEDED.length)]!];
  return chosen.length === 1 && !available.includes(chosen[0]!) ? available : chosen;
}
