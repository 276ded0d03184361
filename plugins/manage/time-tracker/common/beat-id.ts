import { newId } from '#plugins/annotate/annotations/common/index.ts';

/** A random UUID (RFC 9562, version 4), also on a page served over plain http, which has no `randomUUID`. */
export function beatId(): string {
  const digits = newId();
  const variant = '89ab'[Number.parseInt(digits[16]!, 16) & 3]!;
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20)}`;
}
