export { Maintenance } from './maintenance.ts';
export { maintenanceHandlers } from './maintenance-handlers.ts';

export const maintenanceMigrations = import.meta.glob('./migrations/*.ts');
