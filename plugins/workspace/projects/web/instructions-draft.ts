import { browserStore } from '#core/base/web/index.ts';
import type { RichNode } from '../common/instructions.ts';
import { readInstructions } from '../common/instructions.ts';

/** Instructions that were written and not saved, kept in this browser. */
export interface InstructionsDraft {
  readonly document: RichNode;
  /** The stored version it began from. */
  readonly version: number;
}

const nameOf = (projectId: number): string => `loupe_instructions_${projectId}`;

/** The draft of a project; undefined when there is none, or none that can be read. */
export function keptDraft(projectId: number): InstructionsDraft | undefined {
  const text = browserStore.get(nameOf(projectId));
  if (text === undefined) return undefined;
  try {
    const { document, version } = JSON.parse(text) as { document: unknown; version: unknown };
    const read = readInstructions(document);
    return 'document' in read && typeof version === 'number' ? { document: read.document, version } : undefined;
  } catch {
    return undefined;
  }
}

export const keepDraft = (projectId: number, draft: InstructionsDraft): void =>
  browserStore.set(nameOf(projectId), JSON.stringify(draft));

export const dropDraft = (projectId: number): void => browserStore.remove(nameOf(projectId));
