import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { FormInstance } from '#plugins/annotate/form/common/index.ts';
import { asText, namedFiles } from '#plugins/annotate/form/common/index.ts';

/** Longest value that lists show, in characters. */
const LONGEST = 80;

/** Returns an answer as one line for lists. */
export function shortText({ value, withheld }: FormInstance): string {
  if (withheld !== undefined) return '(hidden)';
  // Not as it is stored: that shows which model wrote what.
  const text = (
    isConversation(value)
      ? `${value.length} ${value.length === 1 ? 'message' : 'messages'}: ${asText(value[0]!['content'])}`
      : asText(namedFiles(value))
  ).replaceAll(/\s+/g, ' ');
  return text === '' ? '(empty)' : text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

const isConversation = (value: unknown): value is readonly JsonRecord[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every(each => isRecord(each) && typeof each['role'] === 'string' && 'content' in each);
