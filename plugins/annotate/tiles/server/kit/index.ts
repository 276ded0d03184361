export { Pyramids } from '../pyramids.ts';
