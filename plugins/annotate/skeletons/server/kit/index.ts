export { Templates } from '../templates.ts';
