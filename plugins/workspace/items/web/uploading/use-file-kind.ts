import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import type { FileKind } from '../../common/file-kinds.ts';
import { fileKindOf } from '../../common/file-kinds.ts';

/** The files the open project takes; images where it takes none, which the screen then says and the server refuses. */
export function useFileKind(): FileKind {
  return fileKindOf(useProject().type) ?? fileKindOf(1)!;
}
