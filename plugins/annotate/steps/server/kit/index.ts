export { Steps } from '../steps.ts';
