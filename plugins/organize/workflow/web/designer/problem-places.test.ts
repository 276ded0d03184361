import { expect, it } from 'vitest';
import { emptyWorkflow } from '../../common/workflow-draft.ts';
import { placeOfProblem } from './problem-places.ts';

it.each([
  ['/transitions/0/name', { tab: 'transitions', chosen: { transition: 0 } }],
  ['/transitions/9/name', { tab: 'transitions', chosen: undefined }],
  ['/statuses/1', { tab: 'statuses', chosen: { status: 'Completed' } }],
  ['/start_status', { tab: 'statuses', chosen: undefined }],
  ['/roles/0', { tab: 'roles', chosen: undefined }],
  ['/allowed_resources_to_roles/QA/view_items/statuses/0', { tab: 'roles', chosen: undefined }],
])('should lead from %s to its culprit', (pointer, place) => {
  expect(placeOfProblem(emptyWorkflow, pointer)).toEqual(place);
});
