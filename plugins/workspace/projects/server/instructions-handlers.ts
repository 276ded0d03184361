import type { Handlers } from '#core/api/server/index.ts';
import type { instructionsApi } from '../common/instructions-api.ts';
import type { Instructions } from './instructions.ts';

/** Handlers of the calls about instructions. */
export function instructionsHandlers(instructions: Instructions): Handlers<typeof instructionsApi> {
  return {
    getInstructions: ({ params }, context) => instructions.get(context, params.project_id),
    putInstructions: ({ params, body }, context) =>
      instructions.put(context, params.project_id, body.document, body.version),
    putInstructionFile: ({ params, query, stream }, context) =>
      instructions.addFile(context, params.project_id, query.name, stream),
    getInstructionFile: ({ params }, context) => instructions.file(context, params.project_id, params.file_id),
    async deleteInstructionFile({ params }, context) {
      await instructions.removeFile(context, params.project_id, params.file_id);
      return { success: true };
    },
  };
}
