import { defineApi, id, time, z } from '#core/api/common/index.ts';
import type { AnnotationDocument } from '#plugins/annotate/annotations/common/index.ts';

/** People who annotate one item, at least and at most. */
export const people = { least: 2, most: 10 } as const;

const ofProject = z.strictObject({ project_id: id });
const ofItem = z.strictObject({ project_id: id, item_id: id });
// Documents were checked when they were stored.
const document = z.unknown() as z.ZodType<AnnotationDocument | null>;
/** 0 to 1; null when it is not known. */
const share = z.number().nullable();

const rule = z.object({
  /** Number of people who annotate each item; null: one, as usual. */
  people: z.int().nullable(),
});
export type AgreementRule = z.output<typeof rule>;

/** State of work on a copy of one's own: `open` while it goes on, `submitted` when it was given in. */
export const workState = z.enum(['open', 'submitted']);
export type WorkState = z.output<typeof workState>;

const ownWork = z.object({
  state: workState,
  /** People who are to annotate the item, and how many of them have submitted. */
  people: z.int(),
  submitted: z.int(),
});
export type OwnWorkState = z.output<typeof ownWork>;

const piece = z.object({
  label: z.string(),
  /** Id of the thing in each one's document, in the order of `works`; null of who has none. */
  things: z.array(z.string().nullable()),
  /** Whose thing is the most like those of the others, by the order of `works`. */
  best: z.int(),
  /** 0 to 1. */
  likeness: z.number(),
});
export type ListedPiece = z.output<typeof piece>;

const work = z.object({
  email: z.string(),
  state: workState,
  updatedAt: time,
  /** Null while it is not submitted. */
  document,
  mask: z.object({ hash: z.string(), url: z.string() }).nullable(),
});
export type ListedWork = z.output<typeof work>;

const curation = z.object({
  people: z.int(),
  works: z.array(work),
  /** Of those that are submitted; null with fewer than two. */
  score: share,
  f1: share,
  pieces: z.array(piece),
});
export type Curation = z.output<typeof curation>;

const report = z.object({
  people: z.int().nullable(),
  /** Items somebody works on, and items whose works are all submitted. */
  started: z.int(),
  finished: z.int(),
  /** Means over the finished items. */
  score: share,
  f1: share,
  questions: z.array(
    z.object({
      question: z.string(),
      metric: z.enum(['nominal', 'interval']),
      items: z.int(),
      alpha: share,
      kappa: share,
    }),
  ),
  pairs: z.array(z.object({ one: z.string(), other: z.string(), f1: share, items: z.int() })),
  /** The items people agree least about. */
  lowest: z.array(z.object({ item_id: z.int(), name: z.string(), score: share })),
});
export type AgreementReport = z.output<typeof report>;

/** Annotation of the same item by several people. */
export const agreementApi = defineApi({
  service: 'main',
  operations: {
    getAgreementRule: {
      method: 'GET',
      path: '/api/v1/project/:project_id/agreement/rule',
      summary: 'How many people annotate each item',
      access: 'ViewItem',
      project: 'params.project_id',
      params: ofProject,
      reply: rule,
    },
    putAgreementRule: {
      method: 'PUT',
      path: '/api/v1/project/:project_id/agreement/rule',
      summary: 'Let several people annotate each item, or one again; copies that were made stay',
      access: 'UpdateProjectSettings',
      project: 'params.project_id',
      params: ofProject,
      body: z.strictObject({ people: z.int().min(people.least).max(people.most).nullable() }),
      reply: rule,
    },
    getAgreementReport: {
      method: 'GET',
      path: '/api/v1/project/:project_id/agreement',
      summary: 'How far people agree in a project, over all items that are finished',
      access: 'ApplyItemAnnotationInstanceApprovalStatus',
      project: 'params.project_id',
      params: ofProject,
      reply: report,
    },
    giveWork: {
      method: 'POST',
      path: '/api/v1/project/:project_id/agreement/works',
      summary: 'Give items to people, each of whom annotates a copy of their own',
      access: 'AssignItem',
      bodyLimit: 1 * 1024 * 1024,
      bodyReason: 'Works for 1000 people',
      project: 'params.project_id',
      params: ofProject,
      body: z.strictObject({
        item_ids: z.array(id).min(1).max(1000),
        emails: z.array(z.string().max(320)).min(1).max(people.most),
      }),
      reply: z.object({
        given: z.int(),
        refused: z.array(z.object({ item_id: z.int(), email: z.string(), message: z.string() })),
      }),
    },
    listOwnWork: {
      method: 'GET',
      path: '/api/v1/project/:project_id/agreement/own',
      summary: 'Items of which the caller has a copy that is not submitted yet',
      access: 'ViewItem',
      project: 'params.project_id',
      params: ofProject,
      reply: z.object({ item_ids: z.array(z.int()) }),
    },
    getOwnWork: {
      method: 'GET',
      path: '/api/v1/project/:project_id/item/:item_id/agreement/own',
      summary: 'How the caller’s own copy of an item stands; null when they have none',
      access: 'ViewItem',
      project: 'params.project_id',
      params: ofItem,
      reply: z.object({ work: ownWork.nullable() }),
    },
    submitWork: {
      method: 'POST',
      path: '/api/v1/project/:project_id/item/:item_id/agreement/own/submit',
      summary: 'Give the caller’s own copy in; after the last one the item goes on to review',
      access: 'AnnotateItem',
      project: 'params.project_id',
      params: ofItem,
      reply: z.object({ work: ownWork }),
    },
    recallWork: {
      method: 'POST',
      path: '/api/v1/project/:project_id/item/:item_id/agreement/own/recall',
      summary: 'Take the caller’s copy back to go on with it, while others still work',
      access: 'AnnotateItem',
      project: 'params.project_id',
      params: ofItem,
      reply: z.object({ work: ownWork }),
    },
    getCuration: {
      method: 'GET',
      path: '/api/v1/project/:project_id/item/:item_id/agreement',
      summary: 'What people made of an item, piece by piece',
      access: 'ApplyItemAnnotationInstanceApprovalStatus',
      project: 'params.project_id',
      params: ofItem,
      reply: curation,
    },
    returnWork: {
      method: 'POST',
      path: '/api/v1/project/:project_id/item/:item_id/agreement/return',
      summary: 'Send a person’s copy back to them; the item goes back into work',
      access: 'ApplyItemAnnotationInstanceApprovalStatus',
      project: 'params.project_id',
      params: ofItem,
      body: z.strictObject({ email: z.string().max(320) }),
      reply: curation,
    },
  },
});
