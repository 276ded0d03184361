export { Attempts } from './attempts.ts';
export { authHandlers } from './auth-handlers.ts';
export type { AuthHandlerOptions } from './auth-handlers.ts';
export type { AuthTables, PersonTable } from './auth-tables.ts';
export { passwordFits } from './passwords.ts';
export type { PasswordCost } from './passwords.ts';
export { callerOf, People, personOf } from './people.ts';
export type { NewPerson, PersonRow } from './people.ts';
export { Sessions } from './sessions.ts';
export type { SessionKeys } from './sessions.ts';

export const authMigrations = import.meta.glob('./migrations/*.ts');
