export { OrganizationChanges } from '../organization-changes.ts';
export { contributionsOf } from '../plugin-view.ts';
