/** States of a project at an annotation provider. */
export const requestStates = ['sent', 'accepted', 'declined', 'delivered', 'completed', 'withdrawn'] as const;
export type RequestState = (typeof requestStates)[number];

/** States in which the provider has, or may take, the project. */
export const openStates: readonly RequestState[] = ['sent', 'accepted', 'delivered'];

/** States to which a provider takes a request. */
export const answers = ['accepted', 'declined', 'delivered'] as const;
export type RequestAnswer = (typeof answers)[number];

/** States to which the team takes a request; `accepted` returns what was delivered. */
export const decisions = ['accepted', 'completed', 'withdrawn'] as const;
export type RequestDecision = (typeof decisions)[number];

const ANSWERS: Readonly<Partial<Record<RequestState, readonly RequestAnswer[]>>> = {
  sent: ['accepted', 'declined'],
  accepted: ['delivered'],
};
const DECISIONS: Readonly<Partial<Record<RequestState, readonly RequestDecision[]>>> = {
  sent: ['withdrawn'],
  accepted: ['completed', 'withdrawn'],
  delivered: ['accepted', 'completed', 'withdrawn'],
};

/** Returns the answers that a provider may give in a state. */
export const answersIn = (state: RequestState): readonly RequestAnswer[] => ANSWERS[state] ?? [];

/** Returns the decisions that the team may make in a state. */
export const decisionsIn = (state: RequestState): readonly RequestDecision[] => DECISIONS[state] ?? [];
