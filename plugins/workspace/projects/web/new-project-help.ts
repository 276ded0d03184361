import type { NewProjectStep } from './new-project-draft.ts';

/** What each step is, for who has never made a project. */
export const stepHelp: Readonly<Record<NewProjectStep, readonly string[]>> = {
  type: ['The type decides which files a project takes and which editor opens them. You can’t change the type later.'],
  general: [
    'The name is what people look for; it is unique in the team.',
    'The workflow says which way items take from person to person. Instructions can be a page of your own; a text and files can be written in the setup afterwards.',
  ],
  content: [
    'All of this can be changed later in the setup, but for where files are kept: the first upload, or your choice here, fixes it.',
  ],
  people: [
    'Annotators label, QA checks, Project Admins set up and hand out. Team admins see every project and need not be added.',
    'Others can be added at any time on the Contributors page.',
  ],
};

/** What is particular to a type, in the step about it; by its number (spec 1). */
export const typeHelp: Readonly<Record<number, string>> = {
  1: 'Objects are drawn as boxes, polygons, lines, points and more. Each has a class, and classes may have attributes to fill in.',
  2: 'Objects are painted pixel by pixel. Pictures of more than 4 megapixels are refused, since their masks would be too slow.',
  3: 'Videos are uploaded or attached by their address. Every frame is exact, whatever the frame rate.',
  4: 'Texts are attached by their address. Selecting by words is quicker; by characters more exact.',
  5: 'Very large pictures, cut in tiles, of which only those in sight are loaded.',
  6: 'Files of any kind get tags instead of drawings.',
  7: 'Point clouds get cuboids in space.',
  8: 'The form is built after the project is made; what is asked there takes the place of classes.',
};
