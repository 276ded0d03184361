import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import { dropped } from '../transfer-report.ts';
import type { TransferReport } from '../transfer-report.ts';

/** Fields that every target carries in some way, or has counted as a shape. */
const carried: ReadonlySet<string> = new Set([
  'id',
  'type',
  'points',
  'exclude',
  'x',
  'y',
  'cx',
  'cy',
  'rx',
  'ry',
  'angle',
  'connections',
  'classId',
  'className',
  'attributes',
  'templateId',
  'templateName',
  'source',
]);

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isRecord(value) && Object.keys(value).length === 0);

const noFields: ReadonlySet<string> = new Set();

/** A value that says no more than the field's absence. */
function isDefault(field: string, value: unknown): boolean {
  if (field === 'visible') return value !== false;
  if (field === 'groupId') return value === 0 || isEmpty(value);
  // False is an approval: the object was looked at and found right.
  if (field === 'error') return value === undefined || value === null;
  return isEmpty(value);
}

/**
 * Counts the fields of an instance that the target cannot carry.
 *
 * @param also fields that this target does carry besides geometry, class and attributes
 * @param drops fields among those that this target does not carry all the same
 */
export function countInstanceLosses(
  instance: JsonRecord,
  also: ReadonlySet<string>,
  report: TransferReport,
  drops: ReadonlySet<string> = noFields,
): void {
  const prediction = instance['creationType'] === 'Prediction';
  for (const [field, value] of Object.entries(instance)) {
    if ((carried.has(field) && !drops.has(field)) || also.has(field) || isDefault(field, value)) continue;
    if (field === 'probability' && (prediction || value === 100)) continue;
    if (field === 'creationType' && prediction) continue;
    report.lose(field, 'instance');
  }
}

const carriedMetadata: ReadonlySet<string> = new Set([
  'name',
  'id',
  'projectId',
  'width',
  'height',
  'contentLength',
  'source',
]);

/** Counts what a document says about its item that the target cannot carry: metadata, tags and comments. */
export function countDocumentLosses(
  document: JsonRecord,
  report: TransferReport,
  keeps: { readonly tags?: boolean; readonly freeText?: boolean } = {},
): void {
  const metadata = isRecord(document['metadata']) ? document['metadata'] : {};
  for (const [field, value] of Object.entries(metadata))
    if (!carriedMetadata.has(field) && !isDefault(field, value)) report.lose(`metadata.${field}`, 'item');
  if (keeps.tags !== true && Array.isArray(document['tags'])) report.add('tag', dropped, document['tags'].length);
  if (Array.isArray(document['comments'])) report.add('comment', dropped, document['comments'].length);
  const known = [
    'metadata',
    'instances',
    'tags',
    'comments',
    'version',
    ...(keeps.freeText === true ? ['freeText'] : []),
  ];
  for (const [field, value] of Object.entries(document))
    if (!known.includes(field) && !isEmpty(value)) report.lose(field, 'item');
}
