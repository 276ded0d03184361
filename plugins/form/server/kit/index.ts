export { Forms } from '../forms.ts';
