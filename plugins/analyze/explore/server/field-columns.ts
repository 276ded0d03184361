import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { itemRows } from '#plugins/workspace/items/server/kit/index.ts';
import { MOST_TEXT } from './item-texts.ts';
import type { FieldColumns } from './match-sql.ts';

const column = (name: string): FieldColumns => ({ text: sql.ref(name) });
const folded = (name: string): FieldColumns => ({ text: sql`lower(${sql.ref(name)})` });
const fact = (name: string): RawBuilder<unknown> =>
  sql`(select fact.${sql.ref(name)} from explore.fact as fact where fact.team_id = item.team_id and fact.item_id = item.id)`;

/** The text of the item of a row, as it was read for search. Null where none was read. */
const itemText = (row: string, id: string): RawBuilder<unknown> =>
  sql`(select words.body from explore.item_text as words where words.team_id = ${sql.ref(`${row}.team_id`)} and words.item_id = ${sql.ref(`${row}.${id}`)})`;

/**
 * The text of an instance under the name `r`: its own, or the words an entity marks. Positions of entities count code
 * points, as the database does.
 */
export const instanceText: RawBuilder<unknown> = sql`coalesce(r.text, case
  when r.kind = 'entity' and r.started >= 0 and r.started < r.ended and r.ended <= ${MOST_TEXT}::int
    then nullif(substr(${itemText('r', 'item_id')}, r.started::int + 1, (r.ended - r.started)::int), '') end)`;

const picture = (name: string): FieldColumns => ({
  text: sql`(select picture.${sql.ref(name)} from explore.picture as picture where picture.team_id = item.team_id and picture.item_id = item.id)`,
});
/** Further present items in the same group of near duplicates. */
const duplicates: FieldColumns = {
  text: sql`(select count(*) from explore.picture as own join explore.picture as near on near.team_id = own.team_id and near.project_id = own.project_id and near.duplicate_group = own.duplicate_group and near.item_id <> own.item_id
    join ${itemRows} as other on other.team_id = near.team_id and other.id = near.item_id and other.deleted_at is null where own.team_id = item.team_id and own.item_id = item.id)`,
};

/** Near duplicates in a subset that the item is not in, of items that are in one themselves. */
const leaks: FieldColumns = {
  text: sql`(select count(distinct near.item_id) from explore.picture as own join explore.picture as near on near.team_id = own.team_id and near.project_id = own.project_id and near.duplicate_group = own.duplicate_group and near.item_id <> own.item_id
    join ${itemRows} as other on other.team_id = near.team_id and other.id = near.item_id and other.deleted_at is null
    join explore.subset_item as there on there.team_id = near.team_id and there.item_id = near.item_id
    where own.team_id = item.team_id and own.item_id = item.id
      and exists (select from explore.subset_item as here where here.team_id = item.team_id and here.item_id = item.id)
      and not exists (select from explore.subset_item as here where here.team_id = item.team_id and here.item_id = item.id and here.subset_id = there.subset_id))`,
};

const classed: FieldColumns = { text: sql.ref('r.class_id'), missing: sql`r.class_id = -1` };

/** Fields of the item itself, over `items.item` under the name `item`. */
export const itemColumns: Readonly<Record<string, FieldColumns>> = {
  name: column('item.name'),
  id: column('item.id'),
  url: column('item.url'),
  folder: column('item.folder_id'),
  status: column('item.annotation_status'),
  priority: column('item.entropy_value'),
  approvalStatus: { text: sql.ref('item.approval_status'), missing: sql`item.approval_status = 0` },
  pinned: column('item.is_pinned'),
  createdAt: column('item.created_at'),
  updatedAt: column('item.updated_at'),
  width: column('item.width'),
  height: column('item.height'),
  size: column('item.size'),
  'lastAction.email': { text: sql`lower(${fact('last_action_email')})` },
  'lastAction.timestamp': { text: fact('last_action_at') },
  isPredicted: { text: sql`coalesce(${fact('predicted')}, false)` },
  duration: { text: fact('duration') },
  length: { text: fact('length') },
  freeText: { text: sql`nullif(concat_ws(chr(10), ${fact('free_text')}, ${itemText('item', 'id')}), '')` },
  type: { text: sql`lower(item.mime)` },
  extension: { text: sql`lower(substring(item.name from '\\.([^.]+)$'))` },
  brightness: picture('brightness'),
  contrast: picture('contrast'),
  sharpness: picture('sharpness'),
  duplicates,
  duplicateGroup: picture('duplicate_group'),
  leaks,
  oddness: {
    text: sql`(select kept.oddness from explore.embedding as kept where kept.team_id = item.team_id and kept.item_id = item.id and kept.position = -1)`,
  },
  orientation: {
    text: sql`case when item.width > item.height then 'landscape' when item.width < item.height then 'portrait' when item.width = item.height then 'square' end`,
    ids: 'text',
  },
};

/** Fields of rows that belong to an item, over their table under the name `r`, by scope. */
export const rowColumns: Readonly<Record<string, Readonly<Record<string, FieldColumns>>>> = {
  instance: {
    type: column('r.type'),
    creationType: folded('r.creation'),
    createdBy: folded('r.created_by'),
    updatedBy: folded('r.updated_by'),
    'createdBy.role': folded('r.created_role'),
    'updatedBy.role': folded('r.updated_role'),
    id: column('r.key'),
    trackingId: column('r.tracking_id'),
    pointLabels: column('r.labels'),
    text: { text: instanceText },
    className: classed,
    classType: classed,
    classId: { text: sql`nullif(r.class_id, -1)` },
    probability: column('r.probability'),
    groupId: { text: sql`nullif(r.group_id, 0)` },
    area: column('r.area'),
    width: column('r.width'),
    height: column('r.height'),
    x: column('r.x'),
    y: column('r.y'),
    pointsCount: column('r.points'),
    aspectRatio: { text: sql`r.width / nullif(r.height, 0)` },
    start: column('r.started'),
    end: column('r.ended'),
    duration: { text: sql`r.ended - r.started` },
    approval: { text: sql`r.error::int` },
    error: column('r.error'),
    locked: column('r.locked'),
    visible: column('r.visible'),
    outOfBounds: column('r.out_of_bounds'),
    labelDoubt: {
      text: sql`(select kept.label_doubt from explore.embedding as kept where kept.team_id = r.team_id and kept.item_id = r.item_id and kept.position = r.position)`,
    },
    selfIntersecting: column('r.self_intersecting'),
    createdAt: column('r.created_at'),
    updatedAt: column('r.updated_at'),
  },
  comment: {
    text: column('r.text'),
    resolved: column('r.resolved'),
    createdBy: folded('r.created_by'),
    createdAt: column('r.created_at'),
  },
  assignment: {
    email: folded('r.email'),
    assignedAt: column('r.created_at'),
    ...Object.fromEntries(
      ['name', 'isPaused', 'isPending'].map(each => [each, { text: sql`lower(r.email)`, ids: 'text' } as const]),
    ),
  },
  custom: { value: { text: sql.ref('r.text'), number: sql.ref('r.number') } },
  component: {
    value: { text: sql.ref('r.text'), number: sql.ref('r.number') },
    length: column('r.length'),
    row: column('r.row_number'),
    isEmpty: column('r.is_empty'),
  },
  history: {
    from: column('r.from_status'),
    to: column('r.to_status'),
    user: column('r.email'),
    role: column('r.role'),
    source: column('r.source'),
    at: column('r.at'),
  },
};
