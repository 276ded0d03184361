import type { MigrationModules, MigrationSource } from './migrate.ts';

/** This area's own tables (schema `data`): jobs, their effects, and the queue. */
export const dataMigrations: MigrationModules = import.meta.glob('./migrations/*.ts');

/** Returns areas behind this one, which comes first unless they name its schema themselves. */
export function withOwnArea(areas: readonly MigrationSource[]): readonly MigrationSource[] {
  return areas.some(each => each.schema === 'data')
    ? areas
    : [{ schema: 'data', migrations: dataMigrations }, ...areas];
}
