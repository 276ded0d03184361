import { defineApi, id, success, z } from '#core/api/common/index.ts';

const ofProject = z.strictObject({ project_id: id });
const document = z.looseObject({});
const componentId = z.string().min(1).max(200);
const renames = z.array(z.strictObject({ from: componentId, to: componentId })).max(2000);
const revision = z.coerce.number().int().min(0).max(2_147_483_647);
/** Forms hold their whole code. */
const large = { bodyLimit: 20 * 1024 * 1024, bodyReason: 'A form with its scripts and texts' };

/** A published form: its number, who published it, and when. */
export const formVersion = z.object({ number: z.int(), published_by: z.string(), published_at: z.string() });
export type FormVersion = z.output<typeof formVersion>;

/** A form that is worked on. */
export const formDraft = z.object({
  document,
  renames,
  revision: z.int(),
  /** The published version it began from; 0 for none. */
  base: z.int(),
  updated_by: z.string(),
  updated_at: z.string(),
});
export type FormDraft = z.output<typeof formDraft>;

export const formDraftState = z.object({
  /** `{}` when nothing was published. */
  published: document,
  version: formVersion.optional(),
  draft: formDraft.optional(),
  /** Names of secure variables that have a value; the values stay on the server. */
  secrets: z.array(z.string()),
});
export type FormDraftState = z.output<typeof formDraftState>;

/** Effects of publishing. `items` hold a value of the component. */
export const formChangePreview = z.object({
  version: z.int(),
  added: z.array(z.string()),
  removed: z.array(z.object({ id: z.string(), items: z.int() })),
  renamed: z.array(z.object({ from: z.string(), to: z.string(), items: z.int() })),
  changed: z.array(z.string()),
  classes_added: z.array(z.string()),
  classes_removed: z.array(z.string()),
});
export type FormChangePreview = z.output<typeof formChangePreview>;

/** Components that are kept to be put into other forms. */
export const formSnippet = z.object({
  id: z.int(),
  name: z.string(),
  components: z.array(document),
  /** Everybody in the team who builds forms sees it; otherwise who made it only. */
  shared: z.boolean(),
  created_by: z.string(),
  created_at: z.string(),
  /** The caller may delete it. */
  own: z.boolean(),
});
export type FormSnippet = z.output<typeof formSnippet>;

/** Drafts and versions of forms, for the form builder. */
export const formBuilderApi = defineApi({
  service: 'main',
  operations: {
    getFormDraft: {
      method: 'GET',
      path: '/api/v1/project/:project_id/form/draft',
      summary: 'The published form and the draft that is worked on',
      access: 'EditForm',
      project: 'params.project_id',
      params: ofProject,
      reply: formDraftState,
    },
    saveFormDraft: {
      method: 'PUT',
      path: '/api/v1/project/:project_id/form/draft',
      summary: 'Store the draft; refused when somebody else stored one meanwhile',
      access: 'EditForm',
      project: 'params.project_id',
      params: ofProject,
      body: z.strictObject({ document, renames: renames.default([]), revision, base: revision }),
      ...large,
      reply: z.object({ revision: z.int() }),
    },
    discardFormDraft: {
      method: 'DELETE',
      path: '/api/v1/project/:project_id/form/draft',
      summary: 'Drop the draft; what is published stays',
      access: 'EditForm',
      project: 'params.project_id',
      params: ofProject,
      query: z.looseObject({ revision }),
      reply: success,
    },
    previewForm: {
      method: 'POST',
      reads: true,
      path: '/api/v1/project/:project_id/form/preview',
      summary: 'What publishing a form would change for items and classes',
      access: 'EditForm',
      project: 'params.project_id',
      params: ofProject,
      body: z.strictObject({ document, renames: renames.default([]) }),
      ...large,
      reply: formChangePreview,
    },
    publishForm: {
      method: 'POST',
      path: '/api/v1/project/:project_id/form/publish',
      summary: 'Make a form the one that is filled in, as a new version with its classes',
      access: 'EditForm',
      project: 'params.project_id',
      params: ofProject,
      body: z.strictObject({
        document,
        renames: renames.default([]),
        revision,
        base: revision,
        move_values: z.boolean().default(false),
      }),
      ...large,
      reply: z.object({ version: z.int(), /** Items whose values have another id now. */ moved: z.int() }),
    },
    listFormVersions: {
      method: 'GET',
      path: '/api/v1/project/:project_id/form/versions',
      summary: 'Published versions of a form, newest first',
      access: 'ViewItem',
      project: 'params.project_id',
      params: ofProject,
      reply: z.object({ data: z.array(formVersion) }),
    },
    listFormSnippets: {
      method: 'GET',
      path: '/api/v1/project/:project_id/form/snippets',
      summary: 'Snippets of the team and of the caller, by name',
      access: 'EditForm',
      project: 'params.project_id',
      params: ofProject,
      reply: z.object({ data: z.array(formSnippet) }),
    },
    createFormSnippet: {
      method: 'POST',
      path: '/api/v1/project/:project_id/form/snippets',
      summary: 'Keep components as a snippet',
      access: 'EditForm',
      project: 'params.project_id',
      status: 201,
      params: ofProject,
      body: z.strictObject({
        name: z.string().trim().min(1, 'must not be empty').max(100, 'use at most 100 characters'),
        components: z.array(document).min(1).max(1000),
        shared: z.boolean().default(false),
      }),
      bodyLimit: 1024 * 1024,
      bodyReason: '1000 components',
      reply: formSnippet,
    },
    deleteFormSnippet: {
      method: 'DELETE',
      path: '/api/v1/project/:project_id/form/snippets/:snippet_id',
      summary: 'Delete a snippet of one’s own; forms it was put into keep their components',
      access: 'EditForm',
      project: 'params.project_id',
      params: z.strictObject({ project_id: id, snippet_id: id }),
      reply: success,
    },
    getFormVersion: {
      method: 'GET',
      path: '/api/v1/project/:project_id/form/versions/:number',
      summary: 'A form as it was published then',
      access: 'ViewItem',
      project: 'params.project_id',
      params: z.strictObject({ project_id: id, number: id }),
      reply: document,
    },
  },
});
