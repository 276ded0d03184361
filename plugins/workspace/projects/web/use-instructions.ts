import type { UseQueryResult } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import { client, Transport } from '#core/api/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { downloadFile, toastError } from '#core/ui/web/index.ts';
import type { InstructionFile, Instructions } from '../common/instructions-api.ts';
import { instructionsApi } from '../common/instructions-api.ts';

/** Returns the query key of the instructions of a project; changes of projects refresh it. */
export const instructionsKey = (projectId: number): readonly unknown[] => ['projects', 'instructions', projectId];

/** Text and files with instructions for annotating. */
export function useInstructions(projectId: number): UseQueryResult<Instructions> {
  const transport = useService(Transport);
  return useQuery({
    queryKey: instructionsKey(projectId),
    queryFn: () => client(instructionsApi, transport).getInstructions({ params: { project_id: projectId } }),
  });
}

/** Saves a version of a file to the person's disk. */
export async function downloadInstructionFile(
  transport: Transport,
  projectId: number,
  file: InstructionFile,
): Promise<void> {
  try {
    downloadFile(
      file.name,
      await (
        await client(instructionsApi, transport).getInstructionFile({
          params: { project_id: projectId, file_id: file.id },
        })
      ).blob(),
    );
  } catch (error) {
    toastError(error);
  }
}
