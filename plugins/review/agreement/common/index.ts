export { regionAreas } from './statistics/region-overlap.ts';
