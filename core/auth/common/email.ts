import { z } from '#core/api/common/index.ts';

const SIMPLE = /^[^\s@<>()[\]\\,;:"]{1,64}@[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

/** E-mail in the simple form of RFC 5322, at most 254 characters, kept in lower case. */
export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'use at most 254 characters')
  .regex(SIMPLE, 'is not an e-mail address');
