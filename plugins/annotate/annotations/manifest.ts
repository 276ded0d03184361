import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'annotations',
  title: 'Annotations',
  description: 'The annotation document of every item: its checks, edits, versions, masks and rights.',
  locked: true,
  requires: ['projects', 'items', 'classes'],
  activation: 'organization',
  jobs: { objects: { title: 'Prepare the objects of a large document' }, fold: { title: 'Update a large document' } },
  panels: { existingItems: { place: 'classes.demanded', title: 'Existing items', access: 'UpdateClass' } },
});
