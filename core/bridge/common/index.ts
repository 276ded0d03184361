export { callsThatReloadRights, RELOAD_RIGHTS_MS } from './host-actions.ts';
export { hostAnswers } from './host-answers.ts';
