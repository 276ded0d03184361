import { hash, verify } from '@node-rs/argon2';

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

let decoy: Promise<string> | undefined;

export function hashPassword(password: string, cost: PasswordCost = PASSWORD_COST): Promise<string> {
  return hash(password, cost);
}

/**
 * True when the password fits. Without a stored hash it works as long, so an answer's time reveals nothing about
 * accounts.
 */
export async function passwordFits(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const fits = await verify(stored ?? (await decoy), password);
  return stored === null || stored === undefined ? false : fits;
}
