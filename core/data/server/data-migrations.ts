import type { MigrationModules } from './migrate.ts';

/** This area's own tables (schema `data`): jobs, their effects, and the queue. */
export const dataMigrations: MigrationModules = import.meta.glob('./migrations/*.ts');
