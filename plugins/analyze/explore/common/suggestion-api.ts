import { defineApi, id, page, paged, success, z } from '#core/api/common/index.ts';
import { foundInstance, ofProject } from './search-shapes.ts';

/** Suggestions of one search for similar objects or pictures. */
export const MOST_SUGGESTED = 2000;
/** Suggestions of one page. */
export const SUGGESTION_PAGE = 50;
/** Suggestions that one call rejects. */
export const MOST_REJECTED = 2000;
/** Pictures in which one search looks for new boxes. */
export const MOST_PICTURES = 200;

const itemId = z.int().positive().max(2_147_483_647);

const counts = z.object({
  /** Neither accepted nor rejected. */
  open: z.int(),
  /** Objects and pictures that have the class now. */
  accepted: z.int(),
  rejected: z.int(),
});

const suggestionSearch = z.object({
  job_id: z.string(),
  /** Pictures that were searched, of all. */
  done: z.int(),
  total: z.int(),
  /** Why it ended early; null while it runs. */
  error: z.string().nullable(),
});
/** Progress of looking for new boxes. */
export type SuggestionSearch = z.output<typeof suggestionSearch>;

const suggestionSet = z.object({
  id: z.int(),
  project_id: z.int(),
  class_id: z.int(),
  class_name: z.string(),
  color: z.string(),
  /** `tag`: the class is suggested for entire pictures; `box`: new boxes are suggested where no objects are. */
  kind: z.enum(['object', 'tag', 'box']),
  /** The item that was the example; null when the caller does not see it any more. */
  source: z.object({ item_id: z.int(), name: z.string() }).nullable(),
  creator: z.string(),
  createdAt: z.string(),
  counts,
  /** Likeness from which suggestions are shown first, up to 1; 0 shows all. */
  clearly_alike: z.number(),
  /** Of new boxes that are still looked for; null when the search is complete. */
  search: suggestionSearch.nullable(),
});
/** A layer of suggestions: a class for the objects or pictures that look like an annotated one, or new boxes of it. */
export type SuggestionSet = z.output<typeof suggestionSet>;

/** An object or a picture, named by its item and its id; an empty id is the entire picture. */
const suggestionRef = z.strictObject({ item_id: itemId, id: z.string().max(200) });
export type SuggestionRef = z.output<typeof suggestionRef>;

const openSuggestion = suggestionRef.extend({
  /** Place of a new box in pixels of its item. */
  box: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).optional(),
});
export type OpenSuggestion = z.output<typeof openSuggestion>;

const suggestion = foundInstance.extend({
  /** Cosine of both vectors, up to 1. */
  score: z.number(),
});
/** A suggested object or picture as it is now; `position` is -1 for an entire picture and for a new box. */
export type Suggestion = z.output<typeof suggestion>;

const likeness = z.coerce.number().min(0).max(1).default(0);
const ofSet = z.strictObject({ suggestion_set_id: id });

/** Classes that are suggested for what looks like an annotated object or picture. */
export const suggestionApi = defineApi({
  service: 'explore',
  operations: {
    createSuggestions: {
      method: 'POST',
      path: '/api/v1/suggestions',
      summary:
        'Suggest a class for objects that look like an object or for pictures that look like a picture, or new boxes where pictures look like an object',
      access: 'ApplyExploreBulkAction',
      project: 'query.project_id',
      status: 201,
      query: ofProject,
      body: z.looseObject({
        item_id: itemId,
        /** Place of the object in its document; absent for the entire picture, whose class is for tags. */
        position: z.int().min(0).max(10_000_000).optional(),
        class_id: id,
        limit: z.int().min(1).max(MOST_SUGGESTED).default(200),
        /** Looks for new boxes in the picture of the object and those most like it, so many together. */
        pictures: z.int().min(1).max(MOST_PICTURES).optional(),
      }),
      reply: suggestionSet,
    },
    listSuggestionSets: {
      method: 'GET',
      path: '/api/v1/suggestions',
      summary: 'Layers of suggestions of a project with their counts, newest first',
      access: 'RunExplore',
      project: 'query.project_id',
      query: z.looseObject({ ...page, project_id: id }),
      reply: paged(suggestionSet),
    },
    getSuggestions: {
      method: 'GET',
      path: '/api/v1/suggestions/:suggestion_set_id',
      summary: 'The next 50 open suggestions of a layer, the most alike first',
      access: 'RunExplore',
      project: 'query.project_id',
      params: ofSet,
      query: z.looseObject({
        project_id: id,
        offset: z.coerce.number().int().min(0).max(MOST_SUGGESTED).default(0),
        least: likeness,
      }),
      reply: z.object({ set: suggestionSet, data: z.array(suggestion), count: z.int() }),
    },
    openSuggestions: {
      method: 'GET',
      path: '/api/v1/suggestions/:suggestion_set_id/open',
      summary: 'Names of all open suggestions of a layer, for accepting them at once',
      access: 'RunExplore',
      project: 'query.project_id',
      params: ofSet,
      query: z.looseObject({ project_id: id, least: likeness }),
      reply: z.object({ data: z.array(openSuggestion) }),
    },
    rejectSuggestions: {
      method: 'PUT',
      path: '/api/v1/suggestions/:suggestion_set_id/rejected',
      summary: 'Reject suggestions of a layer, or open rejected ones again',
      access: 'ApplyExploreBulkAction',
      project: 'query.project_id',
      params: ofSet,
      query: ofProject,
      body: z.looseObject({ suggestions: z.array(suggestionRef).min(1).max(MOST_REJECTED), rejected: z.boolean() }),
      reply: suggestionSet,
    },
    deleteSuggestionSet: {
      method: 'DELETE',
      path: '/api/v1/suggestions/:suggestion_set_id',
      summary: 'Delete a layer of suggestions; what was accepted stays',
      access: 'ApplyExploreBulkAction',
      project: 'query.project_id',
      params: ofSet,
      query: ofProject,
      reply: success,
    },
  },
});
