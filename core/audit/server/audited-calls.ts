import type { CallInput, MountedOperation } from '#core/api/server/index.ts';

/**
 * Calls that change nothing worth a record: parts of uploads, work logs, predictions, and steps of a sign-in before its
 * end.
 */
const UNRECORDED: ReadonlySet<string> = new Set([
  'apps.tellOfApp',
  'automations.dryRunPipeline',
  'core.beginExternalSignIn',
  'core.currentSession',
  'core.passkeyOptions',
  'core.passkeySignInOptions',
  'core.reportFaults',
  'explore.createHash',
  'form-rows.continueRowUpload',
  'items.continueUpload',
  'language-models.checkCredential',
  'profile.userAction',
  'single-sign-on.samlResponse',
  'smart-tools.cancelPreparation',
  'smart-tools.ocr',
  'smart-tools.polygonPrediction',
  'smart-tools.prepareItem',
  'time-tracker.keepBeats',
  'usage-analytics.reportActions',
  'workflow.previewWorkflow',
]);

/**
 * Rights whose use is recorded although the call only reads: data leaves the installation, or all organizations are
 * seen.
 */
const SENSITIVE: ReadonlySet<string> = new Set(['DownloadItem', 'CreateExport', 'super-admin']);

type Described = Pick<MountedOperation, 'owner' | 'name' | 'operation'>;

/** Returns the action of a call in the audit log: `projects.createProject`. */
export const actionOf = ({ owner, name }: Pick<MountedOperation, 'owner' | 'name'>): string =>
  `${owner}.${name.replace(/AtRoot$/, '')}`;

/**
 * Returns `write` for calls that change something and `read` for sensitive ones that do not; undefined for calls that
 * are not recorded.
 */
export function auditKind(mounted: Described): 'write' | 'read' | undefined {
  const { operation } = mounted;
  if (UNRECORDED.has(actionOf(mounted))) return undefined;
  if (operation.method === 'GET' || operation.reads === true)
    return SENSITIVE.has(operation.access) ? 'read' : undefined;
  return 'write';
}

const SECRET = /password|secret|token|code|answer|credential|ticket|assertion|private|^key$/i;
const LONGEST_TEXT = 120;
const MOST_VALUES = 20;
const MOST_FIELDS = 30;

type Scalar = string | number | boolean | null;

const isScalar = (value: unknown): value is Scalar =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

const shortened = (value: Scalar): Scalar =>
  typeof value !== 'string' ? value : value.length > LONGEST_TEXT ? `${storable(value)}…` : storable(value);

/** The beginning of a text as the database can keep it: no NUL, no half of a surrogate pair. */
const storable = (text: string): string => text.slice(0, LONGEST_TEXT).toWellFormed().replaceAll('\0', '\u2400');

function described(key: string, value: unknown, depth: number): unknown {
  if (SECRET.test(key) && typeof value === 'string') return '(hidden)';
  if (isScalar(value)) return shortened(value);
  if (Array.isArray(value)) {
    const all = value as readonly unknown[];
    const shown = all.slice(0, MOST_VALUES);
    if (!SECRET.test(key) && shown.every(isScalar))
      return all.length > MOST_VALUES ? { first: shown.map(shortened), count: all.length } : shown.map(shortened);
    return { count: all.length };
  }
  return typeof value === 'object' && depth > 0 ? fieldsOf(value as Record<string, unknown>, depth - 1) : undefined;
}

function fieldsOf(value: Readonly<Record<string, unknown>>, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MOST_FIELDS)
      .flatMap(([key, each]) => {
        const shown = described(key, each, depth);
        return shown === undefined ? [] : [[storable(key), shown] as const];
      }),
  );
}

/**
 * Returns what the audit log keeps of the input of a call: names, ids and short texts; no secrets, and of lists of
 * things their number.
 */
export function describeInput({ params, query, body }: CallInput): Record<string, unknown> {
  const all = [params, query, body].map(each =>
    typeof each === 'object' && each !== null && !Array.isArray(each) ? (each as Record<string, unknown>) : {},
  );
  return fieldsOf(Object.assign({}, ...all) as Record<string, unknown>, 1);
}
