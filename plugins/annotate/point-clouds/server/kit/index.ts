export { Clouds } from '../clouds.ts';
