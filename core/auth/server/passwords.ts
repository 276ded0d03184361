import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { HashTurns } from './hash-turns.ts';

/** Memory in KiB, passes and lanes of argon2id. */
export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/**
 * argon2id, 19 456 KiB, two passes (OWASP). The module's default algorithm is argon2id; its enum is const and cannot be
 * imported here.
 */
export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * One hash for each processor at a time, and never all threads of the process: signatures of tokens, files and names of
 * hosts need some of its four as well.
 */
const turns = new HashTurns(Math.min(availableParallelism(), 3));

let decoy: Promise<string> | undefined;

export function hashPassword(password: string, cost: PasswordCost = PASSWORD_COST): Promise<string> {
  return turns.run('', () => hash(password, cost));
}

/**
 * True when the password fits. Without a stored hash it works as long, so an answer's time reveals nothing about
 * accounts. Passwords from different network addresses are checked in turns, so that one address holds up nobody else.
 */
export async function passwordFits(
  stored: string | null | undefined,
  password: string,
  address: string,
): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const compared = stored ?? (await decoy);
  const fits = await turns.run(address, () => verify(compared, password));
  return stored === null || stored === undefined ? false : fits;
}
