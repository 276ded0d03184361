export { MaintenanceBar } from './maintenance-bar.tsx';
export { MaintenancePage } from './maintenance-page.tsx';
export { MAINTENANCE_PATH, MaintenanceStore } from './maintenance-store.ts';
