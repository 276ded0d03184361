import { describe, expect, it } from 'vitest';
import { hashPassword, passwordFits } from './passwords.ts';

describe('passwords', () => {
  it('should be hashed with argon2id at the cost that OWASP names unless another is given', async () => {
    expect(await hashPassword('correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('should fit their hash whatever its cost was', async () => {
    const cheap = await hashPassword('correct horse', { memoryCost: 64, timeCost: 1, parallelism: 1 });
    expect(cheap).toMatch(/\$m=64,t=1,p=1\$/);
    expect([
      await passwordFits(cheap, 'correct horse', '192.0.2.1'),
      await passwordFits(cheap, 'wrong', '192.0.2.1'),
      await passwordFits(undefined, 'correct horse', '192.0.2.1'),
    ]).toEqual([true, false, false]);
  });
});
