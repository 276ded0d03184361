export { Attempts } from './attempts.ts';
export type { AuthServices } from './auth-services.ts';
export type { AuthTables, PersonTable } from './auth-tables.ts';
export { IdentityProof } from './identity-proof.ts';
export { OneTimeTokens } from './one-time-tokens.ts';
export { authOperations, openAuth, trimAuth } from './open-auth.ts';
export { hashPassword, passwordFits } from './passwords.ts';
export type { PasswordCost } from './passwords.ts';
export { lockPerson, People } from './people.ts';
export type { NewPerson } from './people.ts';
export { callerOf, personOf } from './person-row.ts';
export type { PersonRow } from './person-row.ts';
export { personRows } from './person-rows.ts';
export { SignInWays, signOnExpired } from './sign-in-ways.ts';
export type { ExternalSignIn } from './sign-in-ways.ts';
export type { SecondFactors } from './second-factors.ts';
export { Sessions } from './sessions.ts';

export const authMigrations = import.meta.glob('./migrations/*.ts');
