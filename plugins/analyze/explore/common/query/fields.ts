import type { ScopeName } from './expression.ts';
import type { QuerySchema } from './query-schema.ts';
import { isStatus } from './status-name.ts';

/** Type of a field: `folded` text is the same in any case; `choice` is one of a known set of names. */
export type FieldKind = 'text' | 'folded' | 'number' | 'boolean' | 'date' | 'choice' | 'attribute' | 'any';

/** One of a known set: a name people write and its value in the database. */
export interface Choice {
  readonly id: number | string;
  readonly name: string;
}

export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  readonly choices?: (schema: QuerySchema) => readonly Choice[];
  /** Noun for a choice in messages. Unknown names are a problem, not only a warning, when `strict`. */
  readonly noun?: string;
  readonly strict?: boolean;
  /** Place where the choices are known, for messages. */
  readonly place?: string;
  /** Returns whether a text is the whole name of a choice in another spelling. */
  readonly isSpelling?: (name: string, text: string) => boolean;
}

/** Scopes that have fields of their own; `object` … `entity` have those of `instance`. */
export type FieldScope = Exclude<ScopeName, 'object' | 'tag' | 'relationship' | 'event' | 'entity' | 'score'>;

const of = (kind: FieldKind, ...names: readonly string[]): readonly Field[] => names.map(name => ({ name, kind }));
const choice = (
  name: string,
  noun: string,
  choices: (schema: QuerySchema) => readonly Choice[],
  strict = false,
): Field => ({ name, kind: 'choice', noun, choices, strict, ...(strict ? {} : { place: 'this project' }) });

const status = (name: string): Field => ({
  ...choice(name, 'Status', schema => schema.statuses, true),
  place: 'this workflow',
  isSpelling: isStatus,
});
const approval: readonly Choice[] = [
  { id: 2, name: 'true' },
  { id: 1, name: 'false' },
  { id: 2, name: 'approved' },
  { id: 1, name: 'disapproved' },
];
const classKinds = ['object', 'tag', 'relationship'];
const people =
  (of: (member: QuerySchema['members'][number]) => string) =>
  (schema: QuerySchema): readonly Choice[] =>
    schema.members.map(each => ({ id: each.email.toLowerCase(), name: of(each) }));

/** People by something that is true or false of them; both words are known where it holds for nobody. */
const peopleWho =
  (holds: (member: QuerySchema['members'][number]) => boolean) =>
  (schema: QuerySchema): readonly Choice[] => [
    ...people(each => String(holds(each)))(schema),
    { id: '', name: 'true' },
    { id: '', name: 'false' },
  ];

/** Fields that are measured of pictures. `duplicates` counts further items with nearly the same picture, `leaks`
 * those of them that are in a subset the item is not in. */
export const pictureFields = ['brightness', 'contrast', 'sharpness', 'duplicates', 'duplicateGroup', 'leaks'] as const;

/** The fields of each scope (explore query 4). */
export const fields: Readonly<Record<FieldScope, readonly Field[]>> = {
  metadata: [
    ...of('text', 'name', 'url', 'freeText'),
    ...of('number', 'id', 'priority', 'width', 'height', 'size', 'duration', 'length'),
    choice('folder', 'Folder', schema => schema.folders),
    status('status'),
    choice('approvalStatus', 'Approval', () => approval, true),
    choice('category', 'Category', schema => schema.categories),
    choice('subset', 'Subset', schema => schema.subsets),
    ...of('boolean', 'pinned', 'isPredicted'),
    ...of('date', 'createdAt', 'updatedAt', 'lastAction.timestamp'),
    ...of('folded', 'lastAction.email'),
  ],
  instance: [
    ...of('folded', 'type', 'creationType', 'createdBy', 'updatedBy', 'createdBy.role', 'updatedBy.role'),
    ...of('text', 'id', 'trackingId', 'pointLabels', 'text'),
    choice('className', 'Class', schema => schema.classes),
    choice('classType', 'Class type', schema =>
      schema.classes.map(each => ({ id: each.id, name: classKinds[each.type - 1] ?? '' })),
    ),
    ...of(
      'number',
      'classId',
      'probability',
      'groupId',
      'area',
      'width',
      'height',
      'x',
      'y',
      'pointsCount',
      'aspectRatio',
      'start',
      'end',
      'duration',
    ),
    choice('attributes.group', 'Attribute group', schema => schema.classes.flatMap(each => each.groups)),
    ...of('attribute', 'attributes.name'),
    choice(
      'approval',
      'Approval',
      () => [
        { id: 0, name: 'approved' },
        { id: 1, name: 'disapproved' },
      ],
      true,
    ),
    ...of('boolean', 'error', 'locked', 'visible', 'outOfBounds', 'selfIntersecting'),
    ...of('number', 'labelDoubt'),
    ...of('date', 'createdAt', 'updatedAt'),
  ],
  comment: [
    ...of('text', 'text'),
    ...of('boolean', 'resolved'),
    ...of('folded', 'createdBy'),
    ...of('date', 'createdAt'),
  ],
  assignment: [
    ...of('folded', 'email'),
    choice(
      'name',
      'Person',
      people(each => each.name),
    ),
    choice(
      'isPaused',
      'Word',
      peopleWho(each => each.paused),
      true,
    ),
    choice(
      'isPending',
      'Word',
      peopleWho(each => each.pending),
      true,
    ),
    ...of('date', 'assignedAt'),
  ],
  component: [...of('any', 'value'), ...of('number', 'length', 'row'), ...of('boolean', 'isEmpty')],
  custom: of('any', 'value'),
  history: [
    status('from'),
    status('to'),
    choice('role', 'Role', schema => schema.roles, true),
    ...of('folded', 'user', 'source'),
    ...of('date', 'at'),
  ],
  file: [
    ...of('folded', 'type', 'extension'),
    ...of('number', ...pictureFields, 'oddness'),
    choice(
      'orientation',
      'Orientation',
      () => ['portrait', 'landscape', 'square'].map(name => ({ id: name, name })),
      true,
    ),
  ],
};

/** Other spellings of fields. */
export const fieldSpellings: Readonly<Record<string, string>> = {
  foldername: 'folder',
  'attribute.name': 'attributes.name',
  'attributes.value': 'attributes.name',
  'attribute.value': 'attributes.name',
  'attribute.group': 'attributes.group',
};

/**
 * Fields the language has and whose data another part of the installation would give: `scope.name` in lower case to
 * that part.
 */
export const absentFields: Readonly<Record<string, string>> = {
  'metadata.fps': 'the video editor',
  'metadata.formversion': 'the form editor',
  'metadata.timespent': 'time tracking',
  'comment.mentions': 'notifications',
  'comment.location': 'the comments panel',
  'assignment.group': 'groups',
  'component.comment': 'the form editor',
  'file.exif': 'image analysis',
  'file.dominantcolor': 'image analysis',
};

/** The scope whose fields another one has. */
export const fieldScope = (scope: ScopeName): FieldScope | undefined => {
  if (scope === 'score') return undefined;
  return scope === 'object' || scope === 'tag' || scope === 'relationship' || scope === 'event' || scope === 'entity'
    ? 'instance'
    : scope;
};

/** Scopes with rows of their own; `metadata` and `file` are of the item itself. */
export const isRowScope = (scope: FieldScope): boolean => scope !== 'metadata' && scope !== 'file';
