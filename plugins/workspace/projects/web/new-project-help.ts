import type { NewProjectStep } from './new-project-draft.ts';

/** What each step is, for who has never made a project. */
export const stepHelp: Readonly<Record<NewProjectStep, readonly string[]>> = {
  type: ['The type decides which files a project takes and which editor opens them. You can’t change the type later.'],
  general: [
    'The name is what people look for; it is unique in the team.',
    'The workflow defines how items move between people. Link to a page with instructions, or write them in the setup later.',
  ],
  content: [
    'You can change everything later except where files are stored, which is fixed by your choice here or the first upload.',
  ],
  people: [
    'Annotators label, QA reviews, Project Admins set up the project and assign items. Team admins already have access.',
    'Others can be added at any time on the Contributors page.',
  ],
};

/** What is particular to a type, in the step about it; by its number (spec 1). */
export const typeHelp: Readonly<Record<number, string>> = {
  1: 'Objects are drawn as boxes, polygons, lines, points and more. Each has a class, and classes may have attributes to fill in.',
  2: 'Objects are painted pixel by pixel. Pictures of more than 4 megapixels are refused, since their masks would be too slow.',
  3: 'Videos are uploaded or linked by URL. Every frame is exact, whatever the frame rate.',
  4: 'Selecting by words is faster; by characters more precise.',
  5: 'Very large pictures, cut in tiles, of which only those in sight are loaded.',
  6: 'Files of any kind get tags instead of drawings.',
  7: 'Point clouds get cuboids in space.',
  8: 'The form is built after the project is made; what is asked there takes the place of classes.',
};
