import { messages } from './messages.ts';

/** Returns the outcome of an import in words: classes whose names exist are skipped, and said. */
export function importedText(created: number, skipped: readonly string[]): string {
  const added = messages.importedText.createdAddedClasses(created);
  if (skipped.length === 0) return added;
  const names = `${skipped.slice(0, 3).join(', ')}${skipped.length > 3 ? messages.importedText.andMoreCount(skipped.length - 3) : ''}`;
  return messages.importedText.addedSkipped(added, names);
}
