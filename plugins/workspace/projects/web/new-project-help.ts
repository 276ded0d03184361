import { messages } from './messages.ts';
import type { NewProjectStep } from './new-project-draft.ts';

/** Help for each step, for people who have never made a project. */
export const stepHelp: Readonly<Record<NewProjectStep, readonly string[]>> = {
  type: [messages.newProjectHelp.typeDecidesWhichFiles],
  general: [messages.newProjectHelp.theNameIsWhatPeople, messages.newProjectHelp.workflowDefinesHowItemsMove],
  content: [messages.newProjectHelp.youCanChangeEverythingLater],
  people: [messages.newProjectHelp.annotatorsLabel, messages.newProjectHelp.othersCanBeAdded],
};

/** Help for a type, in the step about it; by its number. */
export const typeHelp: Readonly<Record<number, string>> = {
  1: messages.newProjectHelp.objectsAreDrawnAsBoxes,
  2: messages.newProjectHelp.objectsArePaintedPixelByPixel,
  3: messages.newProjectHelp.videosAreUploadedOrLinked,
  4: messages.newProjectHelp.selectingByWordsIsFaster,
  5: messages.newProjectHelp.veryLargePictures,
  6: messages.newProjectHelp.filesOfAnyKindGet,
  7: messages.newProjectHelp.pointCloudsGetCuboidsInSpace,
  8: messages.newProjectHelp.theFormIsBuiltAfter,
};
