import { BYTES, defineApi, id, success, z } from '#core/api/common/index.ts';
import { readInstructions } from './instructions.ts';

const inProject = z.strictObject({ project_id: id });
const ofFile = z.strictObject({ project_id: id, file_id: id });

/** Most bytes of one file of instructions. */
export const INSTRUCTION_FILE_LIMIT = 200 * 1024 * 1024;

/** Rich text that is checked and rebuilt from what is allowed. */
const document = z.looseObject({ type: z.string() }).transform((value, context) => {
  const found = readInstructions(value);
  if ('document' in found) return found.document;
  context.addIssue({ code: 'custom', message: found.problem });
  return z.NEVER;
});

/** One version of a file; the newest of a name first. */
export const instructionFile = z.object({
  id: z.int(),
  name: z.string(),
  version: z.int(),
  size: z.int(),
  createdAt: z.string(),
  creator_id: z.string(),
});
export type InstructionFile = z.output<typeof instructionFile>;

/** Instructions for people of a project. `version` counts the changes of the text, 0 before the first. */
export const instructions = z.object({
  document: z.looseObject({ type: z.string() }).nullable(),
  version: z.int(),
  updatedAt: z.string().nullable(),
  updated_by: z.string().nullable(),
  files: z.array(instructionFile),
});
export type Instructions = z.output<typeof instructions>;

/** Instructions of projects. */
export const instructionsApi = defineApi({
  service: 'main',
  operations: {
    getInstructions: {
      method: 'GET',
      path: '/api/v1/project/:project_id/instructions',
      summary: 'Text and files that explain how to annotate',
      access: 'ViewItem',
      project: 'params.project_id',
      params: inProject,
      reply: instructions,
    },
    putInstructions: {
      method: 'PUT',
      path: '/api/v1/project/:project_id/instructions',
      summary: 'Replace the text; `version` is the one the change began from',
      access: 'UpdateProject',
      project: 'params.project_id',
      params: inProject,
      body: z.strictObject({ document, version: z.int().min(0) }),
      bodyLimit: 1024 * 1024,
      bodyReason: 'A long text',
      reply: instructions,
    },
    putInstructionFile: {
      method: 'PUT',
      path: '/api/v1/project/:project_id/instructions/files',
      summary: 'Add a file; under a name that is there it is its next version',
      access: 'UpdateProject',
      project: 'params.project_id',
      params: inProject,
      query: z.strictObject({
        name: z.string().trim().min(1, 'give the file a name').max(255, 'use at most 255 characters'),
      }),
      body: BYTES,
      bodyLimit: INSTRUCTION_FILE_LIMIT,
      bodyReason: 'A file',
      reply: instructionFile,
    },
    getInstructionFile: {
      method: 'GET',
      path: '/api/v1/project/:project_id/instructions/files/:file_id',
      summary: 'Download one version of a file',
      access: 'ViewItem',
      project: 'params.project_id',
      params: ofFile,
      reply: BYTES,
    },
    deleteInstructionFile: {
      method: 'DELETE',
      path: '/api/v1/project/:project_id/instructions/files/:file_id',
      summary: 'Take one version of a file away',
      access: 'UpdateProject',
      project: 'params.project_id',
      params: ofFile,
      reply: success,
    },
  },
});
