import { defineQuery } from '#core/api/common/index.ts';

/** Names that queries of the items service may use. */
export const itemQuery = defineQuery({
  fields: {
    id: 'integer',
    name: 'text',
    folder_id: 'integer',
    annotation_status: 'integer',
    approval_status: 'integer',
    is_pinned: 'flag',
    entropy_value: 'number',
    createdAt: 'time',
    updatedAt: 'time',
    'assignments.user_id': { kind: 'email', sort: false },
    'assignments.user_role': { kind: 'integer', sort: false },
    'categories.category_id': { kind: 'integer', sort: false },
    metadata: { kind: 'text', filter: false, sort: false },
    path: { kind: 'text', filter: false, sort: false },
  },
  joins: ['metadata', 'assignments', 'categories', 'folder'],
  limit: { standard: 2000, most: 2000 },
});
