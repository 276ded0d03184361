import { messages } from './messages.ts';
import type { NewProjectStep } from './new-project-draft.ts';

/** Help for each step, for people who have never made a project. */
export const stepHelp: Readonly<Record<NewProjectStep, readonly string[]>> = {
  type: [messages.newProjectHelp.typeDecidesWhichFiles],
  general: [
    'The name is what people look for; it is unique in the team.',
    messages.newProjectHelp.workflowDefinesHowItemsMove,
  ],
  content: [messages.newProjectHelp.youCanChangeEverythingLater],
  people: [messages.newProjectHelp.annotatorsLabel, messages.newProjectHelp.othersCanBeAdded],
};

/** Help for a type, in the step about it; by its number. */
export const typeHelp: Readonly<Record<number, string>> = {
  1: messages.newProjectHelp.objectsAreDrawnAsBoxes,
  2: messages.newProjectHelp.objectsArePaintedPixelByPixel,
  3: messages.newProjectHelp.videosAreUploadedOrLinked,
  4: 'Selecting by words is faster; by characters more precise.',
  5: messages.newProjectHelp.veryLargePictures,
  6: messages.newProjectHelp.filesOfAnyKindGet,
  7: messages.newProjectHelp.pointCloudsGetCuboidsInSpace,
  8: 'The form is built after the project is made; what is asked there takes the place of classes.',
};
