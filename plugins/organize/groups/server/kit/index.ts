export { GroupRoles } from '../group-roles.ts';
export type { GroupRoleCount } from '../group-roles.ts';
