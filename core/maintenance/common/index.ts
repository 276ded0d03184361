export { maintenanceApi, maintenancePlan } from './api.ts';
export type { MaintenancePlan } from './api.ts';
export { decodeNotice, encodeNotice, MAINTENANCE_HEADER, maintenanceFault } from './notice.ts';
export type { MaintenanceNotice } from './notice.ts';
