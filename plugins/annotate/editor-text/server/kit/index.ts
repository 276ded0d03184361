export { ReadTexts } from '../reading/read-texts.ts';
